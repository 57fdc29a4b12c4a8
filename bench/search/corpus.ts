import type { Change } from "#lambdas/search-engine/document.ts";
import { COLOR_CODES } from "#shared/colors.ts";
import { MEDIUMS } from "#shared/mediums.ts";
import { HASH_BYTES } from "#shared/rules/picture-hash.ts";
import { TITLED_WORKS } from "./titles.ts";
import { createRandom } from "./typos.ts";

const splitWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words with repetition, so that their frequencies are those of real texts. */
const TITLE_WORDS = TITLED_WORKS.flatMap(({ title }) => splitWords(title));
const DESCRIPTION_WORDS = TITLED_WORKS.flatMap(({ description }) => splitWords(description));

const pieces = (pattern: RegExp) => [
  ...new Set(TITLE_WORDS.flatMap((word) => [...word.matchAll(pattern)].map(([piece]) => piece))),
];
const STARTS = pieces(/^[^aeiou]*[aeiou]+/g);
const ENDS = pieces(/[^aeiou]+[aeiou]*[^aeiou]*$/g);

const MEDIUM_CODES = Object.keys(MEDIUMS);

/** Parts of a picture that are hashed. */
const PARTS = 16;

const ARTISTS = 1000;

/** The facet of one artist's works. */
export const getOwner = (at: number) => `owner:${at % ARTISTS}` as const;

/** Bytes of a card's data beside its texts. */
const CARD_BYTES = 600;

/** Words that a tenth of the works have each; no work has two of them. */
export const TENTH = ["tenthone", "tenthtwo", "tenththree"] as const;

/**
 * Generates artworks from the words of `titles.tsv`, as changes of the index. One title in ten also contains a name made of
 * their syllables, so that the vocabulary grows with the number of artworks, as in real texts.
 */
export function* generateArtworks(count: number): Generator<Change> {
  const random = createRandom(count);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const some = (from: readonly string[], least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => pick(from));
  const name = () => some(STARTS, 1, 3).join("") + pick(ENDS);
  for (let at = 0; at < count; at++) {
    const common = TENTH.filter((_word, nth) => at % 10 === nth * 3);
    const title = [...some(TITLE_WORDS, 1, 4), ...(random() < 1 / 10 ? [name()] : []), ...common];
    const tags = some(DESCRIPTION_WORDS, 0, 8);
    const [medium, color] = [pick(MEDIUM_CODES), pick(COLOR_CODES)];
    const card = {
      at,
      text: Array.from({ length: CARD_BYTES / 8 }, () => Math.floor(random() * 2 ** 32).toString(16)),
    };
    yield {
      kind: "artwork",
      id: at.toString(16).padStart(12, "0"),
      document: {
        texts: [
          title.join(" "),
          tags.join(" "),
          some(DESCRIPTION_WORDS, 10, 30).join(" "),
          `${name()}.${name()}`,
          color,
        ],
        facets: [...tags.map((tag) => `tag:${tag}` as const), `medium:${medium}`, `color:${color}`, getOwner(at)],
        measures: { price: Math.floor(random() * 1000), favorites: Math.floor(random() ** 4 * 500) },
        hash: Buffer.from(Array.from({ length: PARTS * HASH_BYTES }, () => Math.floor(random() * 256))).toString(
          "base64",
        ),
        card,
      },
    };
  }
}
