import { setTimeout as sleep } from "node:timers/promises";
import { findCountry } from "#shared/countries.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import { WithCookies } from "../../platform/runtime/handle.ts";
import { isEndedByUser } from "../users/check-session.ts";
import type { User } from "../users/find-user.ts";
import { buildSessionCookie } from "./cookies.ts";
import { isBeingReset } from "./end-sessions.ts";
import type { Identity, Tokens } from "./identity.ts";
import { isNewBrowser, listKnownBrowsers, rememberBrowser } from "./known-browsers.ts";
import type { AuthServices } from "./services.ts";
import { loadSessionUser } from "./session-user.ts";
import { describeBrowser, getCallerCountry, recordSession } from "./sessions.ts";
import { decodeSession } from "./token-session.ts";

/** A browser's cookies and headers. */
export interface Visit {
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

type NotifyingServices = Pick<AuthServices, "mail" | "now" | "log" | "siteOrigin">;

/** Mails the owner about a log-in from a browser unknown to the account. */
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

/** Responds to a proven log-in: lists the session, remembers the browser, and mails the owner if it is new. */
export async function respondWithSession(services: SessionServices, user: User, tokens: Tokens, visit: Visit) {
  const { table, siteOrigin } = services;
  const knownBrowsers = await listKnownBrowsers(table, user.userId);
  // The first browser isn't reported, since its log-in follows the sign-up.
  if (isNewBrowser(services, knownBrowsers, visit.cookies)) await mailNewBrowser(services, user, visit);
  await recordSession(services, decodeSession(tokens), visit.headers);
  return new WithCookies({ accessToken: tokens.accessToken, user: await loadSessionUser(table, user) }, [
    buildSessionCookie(tokens.refreshToken, siteOrigin),
    await rememberBrowser(services, user.userId, visit.cookies, knownBrowsers),
  ]);
}

const ATTEMPTS = 4;
const MIN_WAIT_MS = 300;
const MAX_WAIT_MS = 2_000;

type LogIn = Identity["logIn"] | Identity["logInProven"];

/**
 * Tokens of a session that isn't ended, from the given log-in or a new one. Tokens have whole seconds, so a log-in in the
 * second of a sign-out looks ended: it waits for the next second and logs in again. During a password reset there are none,
 * because the verified password may be the old one.
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
  for (let tried = 1; typeof tokens !== "string" && isEndedByUser(user, decodeSession(tokens)); tried++) {
    await identity.revoke(tokens.refreshToken);
    if (tried === ATTEMPTS) return "too_many";
    const next = ((user.notBefore ?? 0) + 1) * 1000 - now().getTime();
    // Cognito's clock may lag a little.
    await sleep(Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, next)));
    tokens = await logIn();
  }
  return tokens;
}
