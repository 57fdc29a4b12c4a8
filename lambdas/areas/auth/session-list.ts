import { endOtherSessions, endUserSession, listSessions } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { epochSeconds, toIso } from "../../platform/runtime/time.ts";
import { transact } from "../../platform/table/transact.ts";
import { throttle } from "../../platform/throttle/throttle.ts";
import { cancelEmailChange } from "./email-change.ts";
import { endSessionsExcept } from "./end-sessions.ts";
import type { AuthServices } from "./services.ts";
import { endSession, findSessions } from "./sessions.ts";

export const listSessionsHandler = handle(listSessions, async ({ params, actor }, services: AuthServices) => {
  const sessions = await findSessions(services, params.userId);
  const items = sessions.slice(0, LIMITS.sessions).map(({ sessionId, started, used, browser, country }) => ({
    id: sessionId,
    browser: browser ?? null,
    country: country ?? null,
    started: toIso(started),
    used: toIso(used),
    current: sessionId === actor.sessionId,
  }));
  return { items };
});

/** Only the caller's own sessions, so that an id isn't enough to end someone else's. */
export const endUserSessionHandler = handle(
  endUserSession,
  async ({ params, actor, sourceIp }, services: AuthServices) => {
    const { userId, sessionId } = params;
    const refused = await throttle(services, "endSession", { sourceIp, account: actor.sessionId });
    if (refused) return refused;
    const sessions = await findSessions(services, userId);
    if (!sessions.some((session) => session.sessionId === sessionId)) return fail("not_found");
    await endSession(services, { userId, sessionId });
    return { message: MESSAGES.sessionEnded, expose: true as const };
  },
);

/**
 * Mailed reset links stay valid, so that a session's thief can't void them. A second factor keeps the thief from locking its
 * owner out. Cognito could only end the caller's session too, so other sessions end at their next refresh, by the table.
 */
export const endOtherSessionsHandler = handle(
  endOtherSessions,
  async ({ actor, owner, sourceIp }, services: AuthServices) => {
    const { table, now } = services;
    const refused = await throttle(services, "endOthers", { sourceIp, account: actor.sessionId });
    if (refused) return refused;
    const overtaken = await transact(table, [
      { write: endSessionsExcept(actor, owner, epochSeconds(now())), failure: "unauthenticated" },
      cancelEmailChange(owner.userId),
    ]);
    return overtaken ?? { message: MESSAGES.otherSessionsEnded, expose: true as const };
  },
);
