import type { PictureLook } from "#lambdas/media/stored-look.ts";
import { type Texts, tagFacet, textsOf } from "#lambdas/search/terms.ts";
import { wordsOf } from "#lambdas/search/words.ts";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { COLOR_CODES } from "#shared/colors.ts";
import { MEDIUMS, type Medium } from "#shared/mediums.ts";
import { createRandom } from "./typos.ts";

/** The searchable fields of an artwork. */
export interface Artwork {
  readonly title: string;
  readonly description: string;
  readonly artist: string;
  readonly tags: readonly string[];
  readonly medium: Medium;
  readonly look: PictureLook;
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

/** Two in three have two words. */
const TAGS = [...new Set(DESCRIPTION_WORDS.filter((word) => word.length > 3))]
  .flatMap((word, at, words) => [
    word,
    `${word}-${words[(at * 7 + 3) % words.length]}`,
    `${words[(at * 5 + 1) % words.length]}-${word}`,
  ])
  .map((tag) => [...tag].slice(0, 30).join(""));

const MEDIUM_CODES = Object.keys(MEDIUMS) as Medium[];

/** A picture of one average colour with lighter and darker parts, as far as its grid tells. */
function generateLook(random: () => number): PictureLook {
  const colors = COLOR_CODES.filter(() => random() < 0.15).slice(0, 3);
  const [lightness, red, yellow] = [60 + 150 * random(), 105 + 45 * random(), 105 + 55 * random()];
  const grid = Array.from({ length: 16 }, () => [
    lightness + 60 * (random() - 0.5),
    red + 12 * (random() - 0.5),
    yellow + 12 * (random() - 0.5),
  ]);
  return { colors: colors.length > 0 ? colors : ["white"], likeness: Buffer.from(grid.flat()).toString("base64") };
}

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
  // Numbers of their own, so that words are those of earlier measurements.
  const looks = createRandom(count + 3);
  return Array.from({ length: count }, () => {
    const title = [...some(TITLE_WORDS, 1, 4), ...(random() < 1 / 10 ? [name()] : [])].join(" ");
    const description = some(DESCRIPTION_WORDS, 10, 30).join(" ");
    const artist = pick(artists);
    // The square makes a few tags common, as they are where people choose them.
    const tags = [
      ...new Set(Array.from({ length: between(0, 8) }, () => TAGS[Math.floor(random() ** 2 * TAGS.length)] ?? "art")),
    ];
    return {
      title,
      description,
      artist,
      tags,
      medium: MEDIUM_CODES[Math.floor(looks() ** 2 * MEDIUM_CODES.length)] ?? "other",
      look: generateLook(looks),
      texts: textsOf([title, description, artist, tags.join(" ")], tags.map(tagFacet)),
    };
  });
}
