import { forgotPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { idOfLogin } from "./prove-password.ts";
import type { AuthServices } from "./services.ts";

export const forgotPasswordHandler = handle(forgotPassword, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttle(services, "forgot", { sourceIp, account: body.userEmail });
  if (refused) return refused;
  await services.identity.forgotPassword(await idOfLogin(services, body.userEmail));
  return { message: MESSAGES.resetLinkSent, expose: true as const };
});
