import { COOKIES, LIFETIMES, LIMITS } from "#shared/limits.ts";

/** False over plain HTTP, as on a laptop, where browsers drop cookies with `Secure`. */
export const isSecure = (siteOrigin: string) => siteOrigin.startsWith("https:");

/** Attributes that keep a cookie from scripts, cross-site requests and paths other than /auth. `maxAge` in seconds. */
export const cookieAttributes = (siteOrigin: string, maxAge: number) =>
  ["HttpOnly", "SameSite=Strict", "Path=/auth", `Max-Age=${maxAge}`, ...(isSecure(siteOrigin) ? ["Secure"] : [])]
    .map((attribute) => `; ${attribute}`)
    .join("");

/** The `Set-Cookie` that keeps a refresh token where no script reads it; only /auth gets it back. */
export const sessionCookie = (refreshToken: string, siteOrigin: string) =>
  `${COOKIES.session}=${refreshToken}${cookieAttributes(siteOrigin, LIFETIMES.refreshToken)}`;

/** The `Set-Cookie` that takes it away. */
export const clearedSessionCookie = (siteOrigin: string) => `${COOKIES.session}=${cookieAttributes(siteOrigin, 0)}`;

const TOKEN = /^[\w-]{32}$/;
const SEPARATOR = ".";

/** With the prefix a browser takes it from a secure page only. */
const getCookieName = (siteOrigin: string) => `${isSecure(siteOrigin) ? "__Secure-" : ""}${COOKIES.browser}`;

/** The tokens that a browser keeps, one for each account that it logged in to, the latest last. */
export const parseBrowserTokens = (cookies: Readonly<Record<string, string>>, siteOrigin: string): readonly string[] =>
  (cookies[getCookieName(siteOrigin)] ?? "")
    .slice(-LIMITS.browserCookie.maxLength)
    .split(SEPARATOR)
    .filter((token) => TOKEN.test(token))
    .slice(-LIMITS.browserCookie.accounts);

/** The `Set-Cookie` that keeps these tokens, the latest ones if they are too many. */
export const browserCookie = (tokens: readonly string[], siteOrigin: string) =>
  `${getCookieName(siteOrigin)}=${tokens.slice(-LIMITS.browserCookie.accounts).join(SEPARATOR)}${cookieAttributes(siteOrigin, LIFETIMES.knownBrowser)}`;
