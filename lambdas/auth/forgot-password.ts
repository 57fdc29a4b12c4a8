import { forgotPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { handle } from "../runtime/handle.ts";
import { sendSpaced } from "../throttle/spaced-mail.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { idOfLogin } from "./check-password.ts";
import { issueToken } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";

export const forgotPasswordHandler = handle(forgotPassword, async ({ body, sourceIp }, services: AuthServices) => {
  const { table, mail, siteOrigin } = services;
  const refused = await throttleAddress(services, "forgot", sourceIp);
  if (refused) return refused;
  const user = await findOpenUser(table, await idOfLogin(services, body.userEmail));
  await sendSpaced(services, "forgot", body.userEmail, async () => {
    if (!user?.verified) return;
    const secret = await issueToken(services, "reset", user);
    const href = `${siteOrigin}/reset_password/user/${user.userId}/token/${secret}`;
    await mail.send(user.email, emailTemplates.passwordReset(href));
  });
  return { message: MESSAGES.resetLinkSent, expose: true as const };
});
