import type { Assembly } from "#local/template/assembly.ts";
import type { Resolver } from "#local/template/resolve.ts";
import type { Services } from "./services.ts";

/**
 * Does what operators do once per stage: writes Stripe's keys into the stack's secret and registers the webhook endpoint.
 * A stage without payments has neither output.
 */
export function configureStripe(
  { secrets, stripe }: Pick<Services, "secrets" | "stripe">,
  { template }: Assembly,
  { resolve }: Resolver,
) {
  const [secretOutput, webhookOutput] = ["StripeSecret", "StripeWebhook"].map(
    (name) => template.Outputs?.[name]?.Value,
  );
  if (secretOutput) secrets.put(String(resolve(secretOutput)), JSON.stringify(stripe.keys));
  if (!webhookOutput) return;
  const listEvents = (name: string) => String(template.Outputs?.[name]?.Value ?? "").split(" ");
  stripe.webhooks.subscribe({
    platform: listEvents("StripeEvents"),
    connect: listEvents("StripeConnectEvents"),
    accounts: listEvents("StripeAccountEvents"),
  });
  const url = String(resolve(webhookOutput));
  stripe.webhooks.start(async ({ body, signature }) => {
    const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
    return (await fetch(url, { method: "POST", headers, body })).status;
  });
}
