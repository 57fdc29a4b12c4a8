import { COOKIES } from "#shared/cookies.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";

/** True for a site over HTTPS; over plain HTTP, as on a laptop, browsers drop cookies with `Secure`. */
export const isSecure = (siteOrigin: string) => siteOrigin.startsWith("https:");

/** Attributes that restrict a cookie to HTTP requests of the same site to /auth. `maxAge` in seconds. */
export const buildCookieAttributes = (siteOrigin: string, maxAge: number) =>
  ["HttpOnly", "SameSite=Strict", "Path=/auth", `Max-Age=${maxAge}`, ...(isSecure(siteOrigin) ? ["Secure"] : [])]
    .map((attribute) => `; ${attribute}`)
    .join("");

/** The `Set-Cookie` that stores a refresh token, hidden from scripts and sent to /auth only. */
export const buildSessionCookie = (refreshToken: string, siteOrigin: string) =>
  `${COOKIES.session}=${refreshToken}${buildCookieAttributes(siteOrigin, LIFETIMES.refreshToken)}`;

/** The `Set-Cookie` that removes the session cookie. */
export const buildClearedSessionCookie = (siteOrigin: string) =>
  `${COOKIES.session}=${buildCookieAttributes(siteOrigin, 0)}`;

const TOKEN = /^[\w-]{32}$/;
const SEPARATOR = ".";

/** Name of the cookie; browsers accept its prefix from secure pages only. */
const getCookieName = (siteOrigin: string) => `${isSecure(siteOrigin) ? "__Secure-" : ""}${COOKIES.browser}`;

/** The browser's tokens, one per account that logged in, latest last. */
export const parseBrowserTokens = (cookies: Readonly<Record<string, string>>, siteOrigin: string): readonly string[] =>
  (cookies[getCookieName(siteOrigin)] ?? "")
    .slice(-LIMITS.browserCookie.maxLength)
    .split(SEPARATOR)
    .filter((token) => TOKEN.test(token))
    .slice(-LIMITS.browserCookie.accounts);

/** The `Set-Cookie` that stores these tokens, limited to the latest. */
export const buildBrowserCookie = (tokens: readonly string[], siteOrigin: string) =>
  `${getCookieName(siteOrigin)}=${tokens.slice(-LIMITS.browserCookie.accounts).join(SEPARATOR)}${buildCookieAttributes(siteOrigin, LIFETIMES.knownBrowser)}`;
