import { LIMITS } from "../limits.ts";
import { isVisible } from "./visible-text.ts";

/** The address as browsers read it; `undefined` for what is none. */
function parseLink(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Numbers and dots alone: browsers have brought every spelling of an IPv4 address into that form by then. */
const IPV4 = /^[\d.]+$/;

/** A website's address as a profile may show it: https, a host with a name, and nobody's password in it. */
export function isProfileLink(text: string): boolean {
  const link = parseLink(text);
  if (!link || link.href.length > LIMITS.profileLinks.length || !isVisible(text)) return false;
  const { protocol, username, password, hostname } = link;
  const isNamed = /[^.]\.[^.]/.test(hostname) && !IPV4.test(hostname) && !hostname.startsWith("[");
  return protocol === "https:" && username === "" && password === "" && isNamed;
}

/** The address in one spelling. */
export const normalizeLink = (text: string) => parseLink(text)?.href ?? text;
