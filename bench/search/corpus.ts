import { type Texts, textsOf } from "#lambdas/search/terms.ts";
import { wordsOf } from "#lambdas/search/words.ts";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { createRandom } from "./typos.ts";

/** An artwork as far as search knows it. */
export interface Artwork {
  readonly title: string;
  readonly description: string;
  readonly artist: string;
  readonly texts: Texts;
}

/** Every word as often as the demo's texts have it, so that common words are as common as in writing. */
const TITLE_WORDS = CATALOGUE.flatMap(({ artwork }) => wordsOf(artwork.title));
const DESCRIPTION_WORDS = CATALOGUE.flatMap(({ artwork }) => wordsOf(artwork.description));

const pieces = (pattern: RegExp) => [
  ...new Set(TITLE_WORDS.flatMap((word) => [...word.matchAll(pattern)].map(([piece]) => piece))),
];
const STARTS = pieces(/^[^aeiou]*[aeiou]+/g);
const ENDS = pieces(/[^aeiou]+[aeiou]*[^aeiou]*$/g);

/** Artists have 20 works each. */
const WORKS_OF_ARTIST = 20;

/**
 * Made-up artworks in the demo's words. One title in ten also holds a name, put together from the demo's syllables, so that
 * the vocabulary grows with the number of artworks as that of real texts does.
 */
export function inventArtworks(count: number): Artwork[] {
  const random = createRandom(count);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const some = (from: readonly string[], least: number, most: number) =>
    Array.from({ length: between(least, most) }, () => pick(from));
  const name = () => some(STARTS, 1, 3).join("") + pick(ENDS);
  const artists = Array.from({ length: Math.ceil(count / WORKS_OF_ARTIST) }, () => `${name()}.${name()}`);
  return Array.from({ length: count }, () => {
    const title = [...some(TITLE_WORDS, 1, 4), ...(random() < 1 / 10 ? [name()] : [])].join(" ");
    const description = some(DESCRIPTION_WORDS, 10, 30).join(" ");
    const artist = pick(artists);
    return { title, description, artist, texts: textsOf(title, description, artist) };
  });
}
