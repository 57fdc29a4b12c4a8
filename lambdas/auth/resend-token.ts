import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { sendSpaced } from "../throttle/spaced-mail.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { findUser } from "../users/find-user.ts";
import { idOfLogin } from "./check-password.ts";
import { keepAccount } from "./claims.ts";
import type { AuthServices } from "./services.ts";
import { verificationEmail } from "./verification-token.ts";

export const resendTokenHandler = handle(resendToken, async ({ body, sourceIp }, services: AuthServices) => {
  const { table, mail, now } = services;
  const refused = await throttleAddress(services, "resend", sourceIp);
  if (refused) return refused;
  const user = await findUser(table, await idOfLogin(services, body.userEmail));
  await sendSpaced(services, "resend", body.userEmail, async () => {
    // The fresh link lives a day, and so must what it verifies; whoever is verified is refused here.
    if (!user || (await keepAccount(table, user, now()))) return;
    await mail.send(user.email, await verificationEmail(services, user));
  });
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
