import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { sendSpaced } from "../throttle/spaced-mail.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { findUser } from "../users/find-user.ts";
import { keepAccount } from "./claims.ts";
import { idOfLogin } from "./prove-password.ts";
import type { AuthServices } from "./services.ts";

export const resendTokenHandler = handle(resendToken, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttleAddress(services, "resend", sourceIp);
  if (refused) return refused;
  const userId = await idOfLogin(services, body.userEmail);
  const user = await findUser(services.table, userId);
  await sendSpaced(services, "resend", body.userEmail, async () => {
    // The fresh link lives a day, and so must what it verifies; nothing changes for whoever is verified.
    if (user) await keepAccount(services.table, user, services.now());
    await services.identity.resendCode(userId);
  });
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
