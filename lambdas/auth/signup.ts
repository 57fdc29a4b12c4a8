import { signup } from "#shared/contract/auth.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { keepAccount, releaseAccount, reserveAccount } from "./claims.ts";
import type { AuthServices } from "./services.ts";

export const signupHandler = handle(signup, async ({ body, sourceIp }, services: AuthServices) => {
  const { table, identity, newId, now } = services;
  const refused = await throttle(services, "signup", { sourceIp, account: body.userEmail });
  if (refused) return refused;
  const inSeconds = (seconds: number) => new Date(now().getTime() + seconds * 1000);
  const account = { userId: newId(), name: body.userUsername, email: body.userEmail };
  const taken = await reserveAccount(table, account.userId, body, inSeconds(LIFETIMES.unfinishedSignup), now());
  if (taken) return taken;
  const registered = await identity
    .signUp(account.userId, body.userPassword, body.userEmail)
    .catch(async (error: unknown) => {
      await releaseAccount(table, account);
      throw error;
    });
  if (registered === "bad_email") {
    await releaseAccount(table, account);
    return fail("invalid_request", { userEmail: MESSAGES.emailInvalid });
  }
  // Whoever opens the link faster than this has the account for good already.
  await keepAccount(table, account, inSeconds(LIFETIMES.verificationLink));
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
