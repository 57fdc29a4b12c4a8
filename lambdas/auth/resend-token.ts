import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { tell } from "../mail/tell.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { findUser } from "../users/find-user.ts";
import { keepAccount } from "./claims.ts";
import { idOfLogin } from "./prove-password.ts";
import type { AuthServices } from "./services.ts";
import { verificationLetter } from "./verification-token.ts";

export const resendTokenHandler = handle(resendToken, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttle(services, "resend", { sourceIp, account: body.userEmail });
  if (refused) return refused;
  const { table, now } = services;
  const user = await findUser(table, await idOfLogin(services, body.userEmail));
  // The fresh link lives a day, and so must what it verifies; whoever is verified is refused here.
  if (user && !(await keepAccount(table, user, now()))) {
    await tell(services, user.email, await verificationLetter(services, user));
  }
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
