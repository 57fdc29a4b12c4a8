import { WithCookies } from "../runtime/handle.ts";
import type { User } from "../users/find-user.ts";
import type { Tokens } from "./identity.ts";
import { isNewBrowser, knownBrowsersOf, rememberBrowser } from "./known-browsers.ts";
import { mailNewBrowser, type Visit } from "./mail-new-browser.ts";
import type { AuthServices } from "./services.ts";
import { sessionCookie } from "./session-cookie.ts";
import { sessionUserOf } from "./session-user.ts";
import { recordSession } from "./sessions.ts";
import { sessionOf } from "./token-session.ts";

type SessionServices = Pick<AuthServices, "table" | "mail" | "now" | "log" | "siteOrigin">;

/** The answer to a log-in, whatever proved it: the session is listed, the browser known, and the owner told of a new one. */
export async function answerWithSession(services: SessionServices, user: User, tokens: Tokens, visit: Visit) {
  const { table, siteOrigin } = services;
  const known = await knownBrowsersOf(table, user.userId);
  // Nobody is mailed about the first browser of all: its log-in follows the sign-up.
  if (isNewBrowser(services, known, visit.cookies)) await mailNewBrowser(services, user, visit);
  await recordSession(services, sessionOf(tokens), visit.headers);
  return new WithCookies({ accessToken: tokens.accessToken, user: await sessionUserOf(table, user) }, [
    sessionCookie(tokens.refreshToken, siteOrigin),
    await rememberBrowser(services, user.userId, visit.cookies, known),
  ]);
}
