import { COOKIES, LIFETIMES } from "#shared/limits.ts";

const attributes = (siteOrigin: string, maxAge: number) =>
  [
    "HttpOnly",
    "SameSite=Strict",
    "Path=/auth",
    `Max-Age=${maxAge}`,
    ...(siteOrigin.startsWith("https:") ? ["Secure"] : []),
  ]
    .map((attribute) => `; ${attribute}`)
    .join("");

/** The `Set-Cookie` that keeps a refresh token where no script reads it; only /auth gets it back. */
export const sessionCookie = (refreshToken: string, siteOrigin: string) =>
  `${COOKIES.session}=${refreshToken}${attributes(siteOrigin, LIFETIMES.refreshToken)}`;

/** The `Set-Cookie` that takes it away. */
export const clearedSessionCookie = (siteOrigin: string) => `${COOKIES.session}=${attributes(siteOrigin, 0)}`;
