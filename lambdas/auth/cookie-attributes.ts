/** Whether cookies may be marked as secure: browsers drop those that come by plain HTTP, as on a laptop. */
export const isSecure = (siteOrigin: string) => siteOrigin.startsWith("https:");

/** What keeps a cookie from scripts, from other sites' calls and from every path but /auth. `maxAge` in seconds. */
export const cookieAttributes = (siteOrigin: string, maxAge: number) =>
  ["HttpOnly", "SameSite=Strict", "Path=/auth", `Max-Age=${maxAge}`, ...(isSecure(siteOrigin) ? ["Secure"] : [])]
    .map((attribute) => `; ${attribute}`)
    .join("");
