import * as z from "zod/mini";
import { route } from "../route.ts";

/** Webhook of the payment provider; its events are signed over the raw body. */
export const receiveEvent = route({
  method: "POST",
  path: "/stripe/webhook",
  access: "public",
  audit: "payment.report",
  status: 200,
  returns: z.object({ received: z.literal(true) }),
  fails: ["signature_invalid"],
});
