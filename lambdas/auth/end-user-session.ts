import { endUserSession } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import type { AuthServices } from "./services.ts";
import { endSession, findSessions } from "./sessions.ts";

/** Only a session that is listed for the caller, or an id would be enough to end someone else's. */
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
