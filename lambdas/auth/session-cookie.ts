import { COOKIES, LIFETIMES } from "#shared/limits.ts";
import { cookieAttributes } from "./cookie-attributes.ts";

/** The `Set-Cookie` that keeps a refresh token where no script reads it; only /auth gets it back. */
export const sessionCookie = (refreshToken: string, siteOrigin: string) =>
  `${COOKIES.session}=${refreshToken}${cookieAttributes(siteOrigin, LIFETIMES.refreshToken)}`;

/** The `Set-Cookie` that takes it away. */
export const clearedSessionCookie = (siteOrigin: string) => `${COOKIES.session}=${cookieAttributes(siteOrigin, 0)}`;
