import { changePassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { findOpenUser } from "../users/open-account.ts";
import { checkSignedInPassword, revokeProof } from "./check-password.ts";
import { cancelEmailChange } from "./email-change.ts";
import { endSessions, isBeingReset } from "./end-sessions.ts";
import type { AuthServices } from "./services.ts";
import { sessionCookie } from "./session-cookie.ts";
import { sessionUserOf } from "./session-user.ts";
import { recordSession } from "./sessions.ts";
import { sessionOf } from "./token-session.ts";

/**
 * Ends every session but the caller's in the table before the provider gets the new password, so that no fault between
 * the two leaves other sessions alive under it; then the caller goes on with a new session, and the former one ends too.
 */
export const changePasswordHandler = handle(
  changePassword,
  async ({ body, actor, owner: user, raw }, services: AuthServices) => {
    const { userId } = user;
    const { table, identity, now, siteOrigin } = services;
    if (isBeingReset(user, now())) return fail("too_many_requests");
    const proof = await checkSignedInPassword(services, { userId, password: body.userCurrent });
    if (proof instanceof Failure) return proof;
    if (typeof proof === "string") return fail("current_password_wrong");
    const overtaken = await transact(table, [
      { write: endSessions(user, epochSeconds(now()), { exempt: actor }), otherwise: "unauthenticated" },
      cancelEmailChange(userId),
    ]);
    if (overtaken) return overtaken;

    const changed = await identity.setPassword(userId, body.userPassword);
    if (changed === "too_many") {
      await revokeProof(services, proof);
      return fail("too_many_requests");
    }
    // Before anything that may fail: the owner has to be told.
    await sendBestEffort(services, user.email, emailTemplates.passwordChanged(`${siteOrigin}/forgot_password`), {
      kind: "passwordChanged",
      userId: user.userId,
    });
    // Throttled or not: a session that has ended in the table is revoked when it is refreshed.
    await identity.signOutEverywhere(userId);
    const tokens = await identity.logIn(userId, body.userPassword);
    if (typeof tokens === "string") throw new Error(`The new password was answered with "${tokens}"`);
    const current = await findOpenUser(table, userId);
    if (!current) return fail("forbidden");
    const fresh = sessionOf(tokens);
    const refused = await transact(table, [
      { write: endSessions(current, fresh.started, { exempt: fresh }), otherwise: "unauthenticated" },
      cancelEmailChange(userId),
    ]);
    if (refused) return refused;
    await recordSession(services, fresh, raw.headers);
    const session = { accessToken: tokens.accessToken, user: await sessionUserOf(table, current) };
    return new WithCookies({ ...session, message: MESSAGES.passwordChanged, expose: true as const }, [
      sessionCookie(tokens.refreshToken, siteOrigin),
    ]);
  },
);
