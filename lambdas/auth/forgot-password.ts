import { forgotPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { letters } from "../mail/letters.ts";
import { tell } from "../mail/tell.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { issueToken } from "./mailed-token.ts";
import { idOfLogin } from "./prove-password.ts";
import type { AuthServices } from "./services.ts";

export const forgotPasswordHandler = handle(forgotPassword, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttle(services, "forgot", { sourceIp, account: body.userEmail });
  if (refused) return refused;
  const user = await findOpenUser(services.table, await idOfLogin(services, body.userEmail));
  if (user?.verified) {
    const secret = await issueToken(services, "reset", user);
    const href = `${services.siteOrigin}/reset_password/user/${user.userId}/token/${secret}`;
    await tell(services, user.email, letters.passwordReset(href));
  }
  return { message: MESSAGES.resetLinkSent, expose: true as const };
});
