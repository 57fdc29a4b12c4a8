import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { requestMail } from "./request-mail.ts";
import type { AuthServices } from "./services.ts";

export const resendTokenHandler = handle(resendToken, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttleAddress(services, "resend", sourceIp);
  if (refused) return refused;
  await requestMail(services, "resend", body.userEmail);
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
