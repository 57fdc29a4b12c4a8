import { COOKIES } from "#shared/limits.ts";

const YEAR = 365 * 24 * 60 * 60;

/** Cookies that scripts read; the others are the server's own. */
type RememberedName = Extract<keyof typeof COOKIES, "consent" | "theme" | "returning">;

/**
 * What this browser remembers about whoever uses it, without saying who. `index.html` reads it too, before the first paint,
 * which is why it is in cookies: a browser that is here for the first time has to open its local storage before a read.
 */
export const remembered = {
  has: (name: RememberedName) => document.cookie.split("; ").some((cookie) => cookie.startsWith(`${COOKIES[name]}=`)),
  set: (name: RememberedName, value: string) => write(name, value, YEAR),
  forget: (name: RememberedName) => write(name, "", -1),
};

function write(name: RememberedName, value: string, seconds: number) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers we support
  document.cookie = `${COOKIES[name]}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
