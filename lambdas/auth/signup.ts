import { signup } from "#shared/contract/auth.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { releaseAccount, reserveAccount } from "./claims.ts";
import type { AuthServices } from "./services.ts";

export const signupHandler = handle(signup, async ({ body }, { table, identity, newId, now }: AuthServices) => {
  const userId = newId();
  const until = new Date(now().getTime() + LIFETIMES.verificationLink * 1000);
  const taken = await reserveAccount(table, userId, body, until, now());
  if (taken) return taken;
  try {
    await identity.signUp(userId, body.userPassword, body.userEmail);
  } catch (error) {
    await releaseAccount(table, { userId, name: body.userUsername, email: body.userEmail });
    throw error;
  }
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
