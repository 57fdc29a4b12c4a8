import { forgotPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { sendSpaced } from "../throttle/spaced-mail.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { idOfLogin } from "./prove-password.ts";
import type { AuthServices } from "./services.ts";

export const forgotPasswordHandler = handle(forgotPassword, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttleAddress(services, "forgot", sourceIp);
  if (refused) return refused;
  const userId = await idOfLogin(services, body.userEmail);
  await sendSpaced(services, "forgot", body.userEmail, () => services.identity.forgotPassword(userId));
  return { message: MESSAGES.resetLinkSent, expose: true as const };
});
