import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { idOfLogin } from "./prove-password.ts";
import type { AuthServices } from "./services.ts";

export const resendTokenHandler = handle(resendToken, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttle(services, "resend", { sourceIp, account: body.userEmail });
  if (refused) return refused;
  await services.identity.resendCode(await idOfLogin(services, body.userEmail));
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
