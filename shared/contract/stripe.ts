import * as z from "zod/mini";
import { route } from "../route.ts";

/** The payment provider's messages; the signature over the raw body says that they are its own. */
export const receiveEvent = route({
  method: "POST",
  path: "/stripe/webhook",
  access: "public",
  feature: "payments",
  status: 200,
  returns: z.object({ received: z.literal(true) }),
  fails: ["signature_invalid"],
});
