import { toVisibleLine } from "#shared/rules/visible-text.ts";

/** Characters that are or contain a dot, by Unicode's compatibility forms (NFKC) or in a domain name (UTS 46). */
const DOT =
  "[.\\u2024-\\u2026\\u2488-\\u249B\\u3002\\u33C2\\u33C7\\u33D8\\uFE12\\uFE19\\uFE30\\uFE52\\uFF0E\\uFF61\\u{1F100}]";
const COLON = "[:\\u2A74\\uFE13\\uFE55\\uFF1A]";
const AT = "[@\\uFE6B\\uFF20]";
const BACKSLASH = "[\\\\\\uFE68\\uFF3C]";

/** Marks and zero-width characters within words. */
const JOINED = "[\\p{M}\\p{Cf}\\p{Default_Ignorable_Code_Point}]";
/** Letters, including circled ones. */
const LETTER = "[\\p{L}\\p{So}]";

const toGlobalPattern = (pattern: string) => new RegExp(pattern, "gu");

/** Before two letters, as in a top-level domain: initials, numbers and ends of sentences stay unchanged. */
const DOT_OF_DOMAIN = toGlobalPattern(`${DOT}(?=${JOINED}*${LETTER}${JOINED}*(?:${LETTER}|[\\p{N}-]))`);
const IP_ADDRESS = toGlobalPattern(`(?:\\p{N}|${JOINED})+(?:${DOT}(?:\\p{N}|${JOINED})+){3,}`);
const EVERY_DOT = toGlobalPattern(DOT);
/** In a scheme, port or IPv6 address, but not in a time or ratio. */
const COLON_OF_ADDRESS = toGlobalPattern(
  `(?<=\\S)(?<!\\p{N}(?=${COLON}\\p{N}))${COLON}(?=${JOINED}*(?:[\\p{L}\\p{N}/\\uFF0F\\[?#+]|${BACKSLASH}|${COLON}))`,
);
/** Except for a username in brackets. */
const AT_OF_EMAIL = toGlobalPattern(`(?<=[^\\s(])${AT}(?=\\S)`);
const NETWORK_PATH = toGlobalPattern(`${BACKSLASH}(?=${BACKSLASH})`);

const breakLinks = (line: string) =>
  line
    .replace(DOT_OF_DOMAIN, "$& ")
    .replace(IP_ADDRESS, (address) => address.replace(EVERY_DOT, "$& "))
    .replace(COLON_OF_ADDRESS, "$& ")
    .replace(AT_OF_EMAIL, " $& ")
    .replace(NETWORK_PATH, "$& ");

/**
 * One line of text in which a mail program finds nothing to make a link of: spaces break addresses of sites, hosts, mailboxes
 * and shares, however their dots are written, and nothing in it is invisible or turns the direction of the rest.
 */
export function disableLinks(text: string) {
  const broken = breakLinks(toVisibleLine(text));
  // Characters such as ⅽ or ™ may be read as the letters of a domain.
  const compatible = broken.normalize("NFKC");
  const safe = breakLinks(compatible);
  return safe === compatible ? broken : safe;
}
