import { receiveEvent } from "#shared/contract/stripe.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { followEvent } from "./follow-event.ts";
import type { StripeServices } from "./services.ts";

/** The provider sends a message again until it is answered with success, so whatever fails here is tried again. */
export const receiveEventHandler = handle(receiveEvent, async ({ raw }, services: StripeServices) => {
  const event = await services.payments.readEvent(raw.body, raw.headers["stripe-signature"] ?? "");
  if (!event) return fail("signature_invalid");
  await followEvent(services, event);
  return { received: true as const };
});
