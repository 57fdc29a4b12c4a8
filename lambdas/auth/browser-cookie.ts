import { COOKIES, LIFETIMES, LIMITS } from "#shared/limits.ts";
import { cookieAttributes, isSecure } from "./cookie-attributes.ts";

const TOKEN = /^[\w-]{32}$/;
const SEPARATOR = ".";

/** With the prefix a browser takes it from a secure page only. */
const nameOf = (siteOrigin: string) => `${isSecure(siteOrigin) ? "__Secure-" : ""}${COOKIES.browser}`;

/** The tokens that a browser keeps, one for each account that it logged in to, the latest last. */
export const browserTokensIn = (cookies: Readonly<Record<string, string>>, siteOrigin: string): readonly string[] =>
  (cookies[nameOf(siteOrigin)] ?? "")
    .slice(-LIMITS.browserCookie.maxLength)
    .split(SEPARATOR)
    .filter((token) => TOKEN.test(token))
    .slice(-LIMITS.browserCookie.accounts);

/** The `Set-Cookie` that keeps these tokens, the latest ones if they are too many. */
export const browserCookie = (tokens: readonly string[], siteOrigin: string) =>
  `${nameOf(siteOrigin)}=${tokens.slice(-LIMITS.browserCookie.accounts).join(SEPARATOR)}${cookieAttributes(siteOrigin, LIFETIMES.knownBrowser)}`;
