import { setTimeout as sleep } from "node:timers/promises";
import { findCountry } from "#shared/countries.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import { WithCookies } from "../../platform/runtime/handle.ts";
import { endedByUser } from "../users/check-session.ts";
import type { User } from "../users/find-user.ts";
import { sessionCookie } from "./cookies.ts";
import { isBeingReset } from "./end-sessions.ts";
import type { Identity, Tokens } from "./identity.ts";
import { isNewBrowser, listKnownBrowsers, rememberBrowser } from "./known-browsers.ts";
import type { AuthServices } from "./services.ts";
import { loadSessionUser } from "./session-user.ts";
import { describeBrowser, getCallerCountry, recordSession } from "./sessions.ts";
import { decodeSession } from "./token-session.ts";

/** How a browser came: with its cookies and headers. */
export interface Visit {
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

type NotifyingServices = Pick<AuthServices, "mail" | "now" | "log" | "siteOrigin">;

/** Tells the owner of a log-in from a browser that the account doesn't know. */
async function mailNewBrowser(services: NotifyingServices, user: User, { headers }: Pick<Visit, "headers">) {
  const country = getCallerCountry(headers);
  const visit = {
    browser: describeBrowser(headers) ?? "Unknown",
    country: country && (findCountry(country)?.name ?? country),
    at: services.now(),
  };
  await sendBestEffort(
    services,
    user.email,
    emailTemplates.newBrowser(`${services.siteOrigin}/forgot_password`, visit),
    { kind: "newBrowser", userId: user.userId },
  );
}

type SessionServices = Pick<AuthServices, "table" | "mail" | "now" | "log" | "siteOrigin">;

/** The answer to a log-in, whatever proved it: the session is listed, the browser known, and the owner told of a new one. */
export async function answerWithSession(services: SessionServices, user: User, tokens: Tokens, visit: Visit) {
  const { table, siteOrigin } = services;
  const knownBrowsers = await listKnownBrowsers(table, user.userId);
  // Nobody is mailed about the first browser of all: its log-in follows the sign-up.
  if (isNewBrowser(services, knownBrowsers, visit.cookies)) await mailNewBrowser(services, user, visit);
  await recordSession(services, decodeSession(tokens), visit.headers);
  return new WithCookies({ accessToken: tokens.accessToken, user: await loadSessionUser(table, user) }, [
    sessionCookie(tokens.refreshToken, siteOrigin),
    await rememberBrowser(services, user.userId, visit.cookies, knownBrowsers),
  ]);
}

const ATTEMPTS = 4;
const SHORTEST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 2_000;

type LogIn = Identity["logIn"] | Identity["logInProven"];

/**
/**
 * Tokens of a session that isn't among the ended ones, of the log-in that was made already or a new one. Tokens carry whole
 * seconds, so a log-in within the second in which all sessions were ended looks like one of them: it waits for the next
 * second and logs in once more. While the password is being reset none is given: it may be the former one that was right.
 */
export async function logInAfterSignOut(
  { identity, now }: Pick<AuthServices, "identity" | "now">,
  user: User,
  logIn: () => ReturnType<LogIn>,
  first?: Tokens,
) {
  if (isBeingReset(user, now())) {
    if (first) await identity.revoke(first.refreshToken);
    return "too_many";
  }
  let tokens = first ?? (await logIn());
  for (let tried = 1; typeof tokens !== "string" && endedByUser(user, decodeSession(tokens)); tried++) {
    await identity.revoke(tokens.refreshToken);
    if (tried === ATTEMPTS) return "too_many";
    const next = ((user.notBefore ?? 0) + 1) * 1000 - now().getTime();
    // The provider's clock may be a little behind ours.
    await sleep(Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, next)));
    tokens = await logIn();
  }
  return tokens;
}
