import { COOKIES } from "#shared/limits.ts";

const YEAR = 365 * 24 * 60 * 60;

const listeners = new Set<() => void>();

const isGiven = () => document.cookie.split("; ").some((cookie) => cookie.startsWith(`${COOKIES.consent}=`));

/** Whether the use of cookies was accepted in this browser; the cookie is where it is kept. */
export const consent = {
  isGiven,
  give() {
    const secure = window.location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers we support
    document.cookie = `${COOKIES.consent}=1; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
