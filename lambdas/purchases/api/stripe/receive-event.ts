import { receiveEvent } from "#shared/contract/stripe.ts";
import { counted } from "../../../runtime/counted.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { eventIdIn, processEvent } from "./process-event.ts";
import type { StripeServices } from "./services.ts";

/** The provider sends an event again until it gets a success response, so only failures are retried. */
export const receiveEventHandler = handle(receiveEvent, async ({ raw, audited }, services: StripeServices) => {
  const signature = raw.headers["stripe-signature"] ?? "";
  if (!(await services.payments.isSigned(raw.body, signature))) {
    // Robots sign nothing; many that are signed otherwise mean that our secret isn't the provider's.
    if (signature.trim()) services.log.warn("A webhook event was refused", counted("WebhooksRefused"));
    return fail("signature_invalid");
  }
  const event: unknown = JSON.parse(raw.body);
  audited.who = "stripe";
  audited.target = eventIdIn(event);
  const ignored = await processEvent(services, event);
  if (ignored) services.log.info("A webhook event changed nothing", { ...ignored });
  return { received: true as const };
});
