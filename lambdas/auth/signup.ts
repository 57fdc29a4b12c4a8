import { signup } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { keepAccount, releaseAccount, reserveAccount } from "./claims.ts";
import type { AuthServices } from "./services.ts";

export const signupHandler = handle(signup, async ({ body, sourceIp }, services: AuthServices) => {
  const { table, identity, newId, now } = services;
  const refused = await throttleAddress(services, "signup", sourceIp);
  if (refused) return refused;
  const account = { userId: newId(), name: body.userUsername, email: body.userEmail };
  const taken = await reserveAccount(table, account.userId, body, now());
  if (taken) return taken;
  const registered = await identity
    .signUp(account.userId, body.userPassword, body.userEmail)
    .catch(async (error: unknown) => {
      await releaseAccount(table, account);
      throw error;
    });
  if (registered !== "registered") {
    await releaseAccount(table, account);
    if (registered === "too_many") return fail("too_many_requests");
    return fail("invalid_request", { userEmail: MESSAGES.emailInvalid });
  }
  // Whoever opens the link faster than this has the account for good already.
  await keepAccount(table, account, now());
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
