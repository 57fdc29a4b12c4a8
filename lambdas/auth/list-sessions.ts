import { listSessions } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { handle } from "../runtime/handle.ts";
import type { AuthServices } from "./services.ts";
import { findSessions } from "./sessions.ts";

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export const listSessionsHandler = handle(listSessions, async ({ params, actor }, services: AuthServices) => {
  const sessions = await findSessions(services, params.userId);
  const items = sessions.slice(0, LIMITS.sessions).map(({ sessionId, started, used, browser, country }) => ({
    id: sessionId,
    browser: browser ?? null,
    country: country ?? null,
    started: isoOf(started),
    used: isoOf(used),
    current: sessionId === actor.sessionId,
  }));
  return { items };
});
