import { COOKIES } from "#shared/cookies.ts";

const YEAR = 365 * 24 * 60 * 60;

/** Cookies that scripts read; the others are the server's own. */
const NAMES = ["consent", "theme", "returning", "mature"] as const satisfies readonly (keyof typeof COOKIES)[];

type RememberedName = (typeof NAMES)[number];

const getPrefix = (name: RememberedName) => `${COOKIES[name]}=`;

function read(name: RememberedName): string | undefined {
  const cookie = document.cookie.split("; ").find((one) => one.startsWith(getPrefix(name)));
  return cookie?.slice(getPrefix(name).length);
}

function write(name: RememberedName, value: string, seconds: number) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers we support
  document.cookie = `${getPrefix(name)}${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/**
 * Preferences of this browser that don't identify the user. They are cookies because `index.html` reads them before the
 * first paint, and opening local storage takes time on a first visit.
 */
export const remembered = {
  has: (name: RememberedName) => read(name) !== undefined,
  set: (name: RememberedName, value: string) => write(name, value, YEAR),
  forget(name: RememberedName) {
    if (remembered.has(name)) write(name, "", -1);
  },
  /** Extends all cookies by a year; Safari deletes those set by scripts after a week. */
  renew() {
    for (const name of NAMES) {
      const value = read(name);
      if (value !== undefined) remembered.set(name, value);
    }
  },
};
