import { COOKIES, LIFETIMES } from "#shared/limits.ts";
import { cookieAttributes, isSecure } from "../auth/cookie-attributes.ts";

const SEPARATOR = ".";

/** With the prefix a browser takes it from a secure page only. */
const nameOf = (siteOrigin: string) => `${isSecure(siteOrigin) ? "__Secure-" : ""}${COOKIES.login}`;

/** A log-in that waits for its second factor. */
interface PendingLogin {
  readonly userId: string;
  readonly secret: string;
}

/** The `Set-Cookie` that keeps a pending log-in where no script reads it; only /auth gets it back. */
export const loginCookie = ({ userId, secret }: PendingLogin, siteOrigin: string) =>
  `${nameOf(siteOrigin)}=${userId}${SEPARATOR}${secret}${cookieAttributes(siteOrigin, LIFETIMES.factorChallenge)}`;

/** The `Set-Cookie` that takes it away. */
export const clearedLoginCookie = (siteOrigin: string) => `${nameOf(siteOrigin)}=${cookieAttributes(siteOrigin, 0)}`;

/** The pending log-in that a browser sends. */
export function pendingLoginIn(cookies: Readonly<Record<string, string>>, siteOrigin: string) {
  const [userId, secret] = (cookies[nameOf(siteOrigin)] ?? "").split(SEPARATOR);
  return userId && secret ? { userId, secret } : undefined;
}
