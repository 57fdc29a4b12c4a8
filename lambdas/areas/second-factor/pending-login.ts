import { COOKIES, LIFETIMES } from "#shared/limits.ts";
import { UserId } from "#shared/model/ids.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { cookieAttributes, isSecure } from "../auth/cookies.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { type ChallengeServices, closeChallenge, isOpenChallenge, isProtected, openChallenge } from "./factor-proof.ts";

const SEPARATOR = ".";

/** With the prefix a browser takes it from a secure page only. */
const getCookieName = (siteOrigin: string) => `${isSecure(siteOrigin) ? "__Secure-" : ""}${COOKIES.login}`;

/** Names a log-in that waits for its second factor. */
interface LoginCookie {
  readonly userId: string;
  readonly secret: string;
}

/** The `Set-Cookie` that keeps a pending log-in where no script reads it; only /auth gets it back. */
const loginCookie = ({ userId, secret }: LoginCookie, siteOrigin: string) =>
  `${getCookieName(siteOrigin)}=${userId}${SEPARATOR}${secret}${cookieAttributes(siteOrigin, LIFETIMES.factorChallenge)}`;

/** The `Set-Cookie` that takes it away. */
export const clearedLoginCookie = (siteOrigin: string) =>
  `${getCookieName(siteOrigin)}=${cookieAttributes(siteOrigin, 0)}`;

/** The pending log-in that a browser sends. */
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

/** Keeps a log-in whose password was right until its second factor comes; answers the `Set-Cookie` that names it. */
export async function beginPendingLogin(services: PendingServices, user: User): Promise<string> {
  const secret = await openChallenge(services, { purpose: "login", owner: user });
  return loginCookie({ userId: user.userId, secret }, services.siteOrigin);
}

/** The log-in that a browser has started, while it waits. */
export async function findPendingLogin(services: PendingServices, cookies: Readonly<Record<string, string>>) {
  const started = parsePendingLogin(cookies, services.siteOrigin);
  const user = started && (await findOpenUser(services.table, started.userId));
  if (!started || !user || !isProtected(user)) return fail("second_factor_expired");
  const { secret } = started;
  const isOpen = await isOpenChallenge(services, { purpose: "login", owner: user }, secret);
  return isOpen ? { user, secret } : fail("second_factor_expired");
}

/** Ends the wait; true for one caller only. */
export const endPendingLogin = (services: PendingServices, { user, secret }: PendingLogin) =>
  closeChallenge(services, { purpose: "login", owner: user }, secret);
