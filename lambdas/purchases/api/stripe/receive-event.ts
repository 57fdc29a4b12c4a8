import { receiveEvent } from "#shared/contract/stripe.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { processEvent } from "./process-event.ts";
import type { StripeServices } from "./services.ts";

/** The provider sends a message again until it is answered with success, so only what fails here is tried again. */
export const receiveEventHandler = handle(receiveEvent, async ({ raw }, services: StripeServices) => {
  const signature = raw.headers["stripe-signature"] ?? "";
  if (!(await services.payments.isSigned(raw.body, signature))) return fail("signature_invalid");
  const unrelated = await processEvent(services, JSON.parse(raw.body));
  if (unrelated) services.log.info("A webhook event changed nothing", { ...unrelated });
  return { received: true as const };
});
