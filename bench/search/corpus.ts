import { type Texts, textsOf } from "#lambdas/search/terms.ts";
import { wordsOf } from "#lambdas/search/words.ts";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { createRandom } from "./typos.ts";

/** The searchable fields of an artwork. */
export interface Artwork {
  readonly title: string;
  readonly description: string;
  readonly artist: string;
  readonly texts: Texts;
}

/** Words with repetition, so that their frequencies are those of the demo's texts. */
const TITLE_WORDS = CATALOGUE.flatMap(({ artwork }) => wordsOf(artwork.title));
const DESCRIPTION_WORDS = CATALOGUE.flatMap(({ artwork }) => wordsOf(artwork.description));

const pieces = (pattern: RegExp) => [
  ...new Set(TITLE_WORDS.flatMap((word) => [...word.matchAll(pattern)].map(([piece]) => piece))),
];
const STARTS = pieces(/^[^aeiou]*[aeiou]+/g);
const ENDS = pieces(/[^aeiou]+[aeiou]*[^aeiou]*$/g);

const ARTWORKS_PER_ARTIST = 20;

/**
 * Generates artworks from the demo's words. One title in ten also contains a name made of the demo's syllables, so that the
 * vocabulary grows with the number of artworks, as in real texts.
 */
export function generateArtworks(count: number): Artwork[] {
  const random = createRandom(count);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const some = (from: readonly string[], least: number, most: number) =>
    Array.from({ length: between(least, most) }, () => pick(from));
  const name = () => some(STARTS, 1, 3).join("") + pick(ENDS);
  const artists = Array.from({ length: Math.ceil(count / ARTWORKS_PER_ARTIST) }, () => `${name()}.${name()}`);
  return Array.from({ length: count }, () => {
    const title = [...some(TITLE_WORDS, 1, 4), ...(random() < 1 / 10 ? [name()] : [])].join(" ");
    const description = some(DESCRIPTION_WORDS, 10, 30).join(" ");
    const artist = pick(artists);
    return { title, description, artist, texts: textsOf(title, description, artist) };
  });
}
