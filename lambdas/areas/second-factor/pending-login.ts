import { COOKIES } from "#shared/cookies.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { UserId } from "#shared/model/ids.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { buildCookieAttributes, isSecure } from "../auth/cookies.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import {
  type ChallengeServices,
  consumeChallenge,
  createChallenge,
  hasSecondFactor,
  isOpenChallenge,
} from "./factor-proof.ts";

const SEPARATOR = ".";

/** Name of the cookie; browsers accept its prefix from secure pages only. */
const getCookieName = (siteOrigin: string) => `${isSecure(siteOrigin) ? "__Secure-" : ""}${COOKIES.login}`;

/** Identifies a pending log-in. */
interface LoginCookie {
  readonly userId: string;
  readonly secret: string;
}

/** The `Set-Cookie` that stores a pending log-in, hidden from scripts and sent to /auth only. */
const buildLoginCookie = ({ userId, secret }: LoginCookie, siteOrigin: string) =>
  `${getCookieName(siteOrigin)}=${userId}${SEPARATOR}${secret}${buildCookieAttributes(siteOrigin, LIFETIMES.factorChallenge)}`;

/** The `Set-Cookie` that removes the cookie of a pending log-in. */
export const buildClearedLoginCookie = (siteOrigin: string) =>
  `${getCookieName(siteOrigin)}=${buildCookieAttributes(siteOrigin, 0)}`;

/** The pending log-in in a browser's cookie. */
function parsePendingLogin(cookies: Readonly<Record<string, string>>, siteOrigin: string) {
  const [user, secret] = (cookies[getCookieName(siteOrigin)] ?? "").split(SEPARATOR);
  const userId = UserId.safeParse(user).data;
  return userId && secret ? { userId, secret } : undefined;
}

type PendingServices = ChallengeServices & Pick<BaseServices, "siteOrigin">;

interface PendingLogin {
  readonly user: User;
  readonly secret: string;
}

/** Stores a log-in with a correct password until its second factor is entered; returns its `Set-Cookie`. */
export async function beginPendingLogin(services: PendingServices, user: User): Promise<string> {
  const secret = await createChallenge(services, { purpose: "login", owner: user });
  return buildLoginCookie({ userId: user.userId, secret }, services.siteOrigin);
}

/**
 * The browser's pending log-in; `second_factor_expired` if there is none, it has expired, or the account has no second factor.
 */
export async function findPendingLogin(services: PendingServices, cookies: Readonly<Record<string, string>>) {
  const started = parsePendingLogin(cookies, services.siteOrigin);
  const user = started && (await findOpenUser(services.table, started.userId));
  if (!started || !user || !hasSecondFactor(user)) return fail("second_factor_expired");
  const { secret } = started;
  const isOpen = await isOpenChallenge(services, { purpose: "login", owner: user }, secret);
  return isOpen ? { user, secret } : fail("second_factor_expired");
}

/** Ends a pending log-in; true for exactly one caller. */
export const endPendingLogin = (services: PendingServices, { user, secret }: PendingLogin) =>
  consumeChallenge(services, { purpose: "login", owner: user }, secret);
