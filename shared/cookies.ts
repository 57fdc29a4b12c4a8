/** Names of the site's cookies. */
export const COOKIES = {
  session: "jid",
  browser: "browser",
  login: "login",
  consent: "consent",
  theme: "theme",
  returning: "returning",
  mature: "mature",
} as const;
