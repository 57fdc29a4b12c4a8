import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { isVisible } from "./visible-text.ts";

const { count, min, max } = LIMITS.artworkTags;

const PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}\p{M}]+)*$/u;

const fold = (text: string) => text.normalize("NFKC").toLowerCase().normalize("NFKC");

/** One spelling for every way to type a tag: `# Pixel_Art` and `pixel art` are `pixel-art`. Normalizing twice changes nothing. */
export const normalizeTag = (text: string): string =>
  fold(text)
    .replace(/^[\s#]+/, "")
    .replace(/[\s_-]+/g, "-")
    .replace(/^-|-$/g, "");

/** True if a normalized tag may be used. */
export function isTag(tag: string): boolean {
  const { length } = [...tag];
  return length >= min && length <= max && PATTERN.test(tag) && isVisible(tag);
}

/** The normalized tags in their order, each once. */
export const normalizeTags = (texts: readonly string[]): string[] => [...new Set(texts.map(normalizeTag))];

/** The problem of tags, normalized or not; `undefined` where they may be used. */
export function tagsProblem(texts: readonly string[]): string | undefined {
  const tags = normalizeTags(texts);
  if (!tags.every(isTag)) return MESSAGES.tagInvalid;
  return tags.length > count ? MESSAGES.tooManyTags : undefined;
}
