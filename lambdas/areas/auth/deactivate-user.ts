import { deactivateUser } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle, WithCookies } from "../../platform/runtime/handle.ts";
import { deleteFactors } from "../second-factor/delete-factors.ts";
import { checkSignedInPassword, revokeTokens } from "./check-password.ts";
import { closeAccount } from "./close-account.ts";
import { buildClearedSessionCookie } from "./cookies.ts";
import { deleteKnownBrowsers } from "./known-browsers.ts";
import type { AuthServices } from "./services.ts";
import { deleteSessions } from "./sessions.ts";

/** Closes the account; the stream deletes artwork and files and mails a confirmation. */
export const deactivateUserHandler = handle(deactivateUser, async ({ body, owner: user }, services: AuthServices) => {
  const { userId } = user;
  const { table, identity, now, siteOrigin } = services;
  const proof = await checkSignedInPassword(services, { userId, password: body.userPassword });
  if (proof instanceof Failure) return proof;
  if (typeof proof === "string")
    return fail("current_password_wrong", { fields: { userPassword: MESSAGES.currentPasswordWrong } });

  const refused = await closeAccount(table, user, now());
  if (refused) {
    await revokeTokens(services, proof);
    return refused;
  }
  await identity.disable(userId);
  await deleteKnownBrowsers(table, userId);
  await deleteFactors(table, userId);
  await deleteSessions(table, userId);
  return new WithCookies({ message: MESSAGES.userDeactivated, expose: true as const }, [
    buildClearedSessionCookie(siteOrigin),
  ]);
});
