import { LIMITS } from "../limits.ts";
import { isVisible } from "./visible-text.ts";

/** The parsed URL; `undefined` if it is invalid. */
function parseLink(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Browsers normalize every spelling of an IPv4 address to digits and dots. */
const IPV4 = /^[\d.]+$/;

/** True for a URL that a profile may show: https, a named host, no credentials. */
export function isProfileLink(text: string): boolean {
  const link = parseLink(text);
  if (!link || link.href.length > LIMITS.profileLinks.length || !isVisible(text)) return false;
  const { protocol, username, password, hostname } = link;
  const isNamed = /[^.]\.[^.]/.test(hostname) && !IPV4.test(hostname) && !hostname.startsWith("[");
  return protocol === "https:" && username === "" && password === "" && isNamed;
}

/** The URL, normalized; invalid text stays as it is. */
export const normalizeLink = (text: string) => parseLink(text)?.href ?? text;
