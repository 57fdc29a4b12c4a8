import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { fits, toVisibleLine } from "./visible-text.ts";

const { count, max } = LIMITS.artworkTags;

/** Apostrophes of keyboards and word processors. */
const APOSTROPHES = /[\u2018\u2019\u02BC`\u00B4]/g;

/**
 * Letters, digits and their marks, joiners, and characters within words by UAX 31 (tables 3a and 3b): dots of Catalan and
 * Japanese, Hebrew's geresh and gershayim, Tibetan's tsheg.
 */
const WORD = String.raw`'?[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200C\u200D'.\u00B7\u2027\u30FB\u05F3\u05F4\u0F0B]*`;
const PATTERN = new RegExp(`^${WORD}(?:-${WORD})*$`, "u");

/** NFKC, except for the vowel am of Thai and Lao, which it would decompose into a form that nobody types. */
const fold = (text: string) => text.replace(/[^\u0E33\u0EB3]+/g, (part) => part.normalize("NFKC"));

/** The normalized tag: `# Pixel_Art` and `pixel art` become `pixel-art`. Idempotent. */
export const normalizeTag = (text: string): string =>
  toVisibleLine(fold(fold(text.replace(APOSTROPHES, "'")).toLowerCase()))
    .replace(/[\s_\p{Pd}]+/gu, "-")
    .replace(/^[-#.]+|[-.]+$/g, "");

/** True for a valid normalized tag: words of any script, even of one character. */
export const isTag = (tag: string): boolean => PATTERN.test(tag) && fits(tag, max);

/** The normalized tags in their order, without duplicates. */
export const normalizeTags = (texts: readonly string[]): string[] => [...new Set(texts.map(normalizeTag))];

/** The problem of tags, normalized or not; `undefined` if they are valid. */
export function findTagsProblem(texts: readonly string[]): string | undefined {
  const tags = normalizeTags(texts);
  if (!tags.every(isTag)) return MESSAGES.tagInvalid;
  return tags.length > count ? MESSAGES.tooManyTags : undefined;
}

/** True if a prefix is worth completing: not a single Latin letter or digit, which matches too much. */
export const isWorthCompleting = (beginning: string) =>
  beginning !== "" && !/^[\p{Script=Latin}\p{N}]$/u.test(beginning);
