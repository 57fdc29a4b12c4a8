import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { fits, visibleLine } from "./visible-text.ts";

const { count, max } = LIMITS.artworkTags;

/** Apostrophes as keyboards and word processors write them. */
const APOSTROPHES = /[\u2018\u2019\u02BC`\u00B4]/g;

/**
 * Letters, digits and their marks, with joiners, and what stands within words by UAX 31 (tables 3a and 3b): dots of Catalan and
 * Japanese, Hebrew's geresh and gershayim, Tibetan's tsheg.
 */
const WORD = String.raw`'?[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200C\u200D'.\u00B7\u2027\u30FB\u05F3\u05F4\u0F0B]*`;
const PATTERN = new RegExp(`^${WORD}(?:-${WORD})*$`, "u");

/** NFKC but for the vowel am of Thai and Lao, which that takes apart and nobody types so. */
const fold = (text: string) => text.replace(/[^\u0E33\u0EB3]+/g, (part) => part.normalize("NFKC"));

/** One spelling for every way to type a tag: `# Pixel_Art` and `pixel art` are `pixel-art`. Normalizing twice changes nothing. */
export const normalizeTag = (text: string): string =>
  visibleLine(fold(fold(text.replace(APOSTROPHES, "'")).toLowerCase()))
    .replace(/[\s_\p{Pd}]+/gu, "-")
    .replace(/^[-#.]+|[-.]+$/g, "");

/** True if a normalized tag may be used: words of any script, one sign included. */
export const isTag = (tag: string): boolean => PATTERN.test(tag) && fits(tag, max);

/** The normalized tags in their order, each once. */
export const normalizeTags = (texts: readonly string[]): string[] => [...new Set(texts.map(normalizeTag))];

/** The problem of tags, normalized or not; `undefined` where they may be used. */
export function tagsProblem(texts: readonly string[]): string | undefined {
  const tags = normalizeTags(texts);
  if (!tags.every(isTag)) return MESSAGES.tagInvalid;
  return tags.length > count ? MESSAGES.tooManyTags : undefined;
}

/** True if a beginning is worth completing: a single Latin letter or a digit begins too much, a sign of another script may be a word. */
export const isWorthCompleting = (beginning: string) =>
  beginning !== "" && !/^[\p{Script=Latin}\p{N}]$/u.test(beginning);
