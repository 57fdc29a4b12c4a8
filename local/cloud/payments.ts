import type { Assembly } from "#local/template/assembly.ts";
import type { Resolver } from "#local/template/resolve.ts";
import type { Services } from "./services.ts";

/**
 * Does by itself what operators do at Stripe once per stage: puts the keys into the secret that the stack names, and
 * has messages sent to the address that it names. A stage without payments names neither.
 */
export function connectPayments(
  { secrets, stripe }: Pick<Services, "secrets" | "stripe">,
  { template }: Assembly,
  { resolve }: Resolver,
) {
  const [secret, webhook] = ["StripeSecret", "StripeWebhook"].map((name) => template.Outputs?.[name]?.Value);
  if (secret) secrets.put(String(resolve(secret)), JSON.stringify(stripe.keys));
  if (!webhook) return;
  const address = String(resolve(webhook));
  stripe.webhooks.start(async ({ body, signature }) => {
    const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
    return (await fetch(address, { method: "POST", headers, body })).status;
  });
}
