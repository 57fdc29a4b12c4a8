import { COOKIES } from "#shared/cookies.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";

/** False over plain HTTP, as on a laptop, where browsers drop cookies with `Secure`. */
export const isSecure = (siteOrigin: string) => siteOrigin.startsWith("https:");

/** Attributes that restrict a cookie to HTTP requests of the same site to /auth. `maxAge` in seconds. */
export const cookieAttributes = (siteOrigin: string, maxAge: number) =>
  ["HttpOnly", "SameSite=Strict", "Path=/auth", `Max-Age=${maxAge}`, ...(isSecure(siteOrigin) ? ["Secure"] : [])]
    .map((attribute) => `; ${attribute}`)
    .join("");

/** The `Set-Cookie` that stores a refresh token, hidden from scripts and sent to /auth only. */
export const sessionCookie = (refreshToken: string, siteOrigin: string) =>
  `${COOKIES.session}=${refreshToken}${cookieAttributes(siteOrigin, LIFETIMES.refreshToken)}`;

/** The `Set-Cookie` that removes it. */
export const clearedSessionCookie = (siteOrigin: string) => `${COOKIES.session}=${cookieAttributes(siteOrigin, 0)}`;

const TOKEN = /^[\w-]{32}$/;
const SEPARATOR = ".";

/** Browsers accept the prefix from secure pages only. */
const getCookieName = (siteOrigin: string) => `${isSecure(siteOrigin) ? "__Secure-" : ""}${COOKIES.browser}`;

/** The browser's tokens, one per account that logged in, latest last. */
export const parseBrowserTokens = (cookies: Readonly<Record<string, string>>, siteOrigin: string): readonly string[] =>
  (cookies[getCookieName(siteOrigin)] ?? "")
    .slice(-LIMITS.browserCookie.maxLength)
    .split(SEPARATOR)
    .filter((token) => TOKEN.test(token))
    .slice(-LIMITS.browserCookie.accounts);

/** The `Set-Cookie` that stores these tokens, limited to the latest. */
export const browserCookie = (tokens: readonly string[], siteOrigin: string) =>
  `${getCookieName(siteOrigin)}=${tokens.slice(-LIMITS.browserCookie.accounts).join(SEPARATOR)}${cookieAttributes(siteOrigin, LIFETIMES.knownBrowser)}`;
