import { bauhausArtworks } from "#local/seed/catalogue/bauhaus.ts";
import { blockArtworks } from "#local/seed/catalogue/blocks.ts";
import { contourArtworks } from "#local/seed/catalogue/contours.ts";
import { currentArtworks } from "#local/seed/catalogue/currents.ts";
import { glassArtworks } from "#local/seed/catalogue/glass.ts";
import { lineArtworks } from "#local/seed/catalogue/lines.ts";
import { marbleArtworks } from "#local/seed/catalogue/marble.ts";
import { mountainArtworks } from "#local/seed/catalogue/mountains.ts";
import { orbitArtworks } from "#local/seed/catalogue/orbits.ts";
import { panelArtworks } from "#local/seed/catalogue/panels.ts";
import { pendulumArtworks } from "#local/seed/catalogue/pendulum.ts";
import { plantArtworks } from "#local/seed/catalogue/plants.ts";
import { risoArtworks } from "#local/seed/catalogue/riso.ts";
import { sandArtworks } from "#local/seed/catalogue/sand.ts";
import { sunArtworks } from "#local/seed/catalogue/suns.ts";
import { truchetArtworks } from "#local/seed/catalogue/truchet.ts";
import { weaveArtworks } from "#local/seed/catalogue/weave.ts";
import type { DemoArtwork } from "#local/seed/demo-artwork.ts";
import { NOTICED } from "#local/seed/noticed.ts";

/** Artwork by the artist's username; whoever comes first has works in the first look. */
const ARTWORKS_BY_ARTIST: Record<string, readonly DemoArtwork[]> = {
  "demo.artist": mountainArtworks,
  "lotte.kessler": bauhausArtworks,
  marisol_vega: sunArtworks,
  haruto_minase: lineArtworks,
  "aurelio.brandi": glassArtworks,
  noor_elmasri: blockArtworks,
  sunniva_aas: pendulumArtworks,
  beatriz_campos: plantArtworks,
  "anjali.rao": weaveArtworks,
  mireille_fontaine: orbitArtworks,
  "kaisa.lindroos": currentArtworks,
  "pieter.vanderberg": panelArtworks,
  "leila.haddad": marbleArtworks,
  "callum.mactavish": contourArtworks,
  jiwon_park: risoArtworks,
  tomas_okafor: truchetArtworks,
  ewa_zielinska: sandArtworks,
};

export type CatalogueEntry = { userUsername: string; artwork: DemoArtwork };

/** Artists of `npm start`, and artworks of each that nothing happens to. */
const FIRST_ARTISTS = 12;
const FIRST_WORKS = 2;

/** How many works a visitor finds at the first look, one of each artist; the rest follows while the shop is open. */
export const FIRST_VIEW = FIRST_ARTISTS;

/** The first artwork in an artist's list comes last. */
const BEST_LAST = Object.entries(ARTWORKS_BY_ARTIST)
  .flatMap(([userUsername, artworks], artist) =>
    artworks.map((artwork, index) => ({
      userUsername,
      artwork,
      position: (index + ((artist * 0.618) % 1)) / artworks.length,
      part: partOf(artist, index, artwork.title),
    })),
  )
  .sort((a, b) => b.position - a.position);

/** Says when an artwork is made: by `npm start`, or by `npm run seed` only. */
function partOf(artist: number, index: number, title: string) {
  const isSmall = artist < FIRST_ARTISTS && (index < FIRST_WORKS || NOTICED.has(title));
  return isSmall ? "small" : "further";
}

const countIn = (entries: readonly CatalogueEntry[], { userUsername }: CatalogueEntry) =>
  entries.filter((entry) => entry.userUsername === userUsername).length;

/** Puts next whose artist has the most left, and never an artist twice in a row. */
function alternate(entries: readonly CatalogueEntry[], before?: CatalogueEntry): CatalogueEntry[] {
  const [next] = entries
    .filter(({ userUsername }) => userUsername !== before?.userUsername)
    .sort((a, b) => countIn(entries, b) - countIn(entries, a));
  if (!next) return [...entries];
  const left = entries.filter((entry) => entry !== next);
  return [next, ...alternate(left, next)];
}

const entriesOf = (part: ReturnType<typeof partOf>): CatalogueEntry[] =>
  BEST_LAST.filter((entry) => entry.part === part).map(({ userUsername, artwork }) => ({ userUsername, artwork }));

const small = entriesOf("small");
const firstLook = small.filter(
  (entry, at) => small.findIndex(({ userUsername }) => userUsername === entry.userUsername) === at,
);
const afterFirst = small.filter((entry) => !firstLook.includes(entry));

/** The demo of `npm start`: the first view, then what else its artists have there. */
export const SMALL_DEMO: readonly CatalogueEntry[] = [...firstLook, ...alternate(afterFirst, firstLook.at(-1))];

/**
 * Every artwork of the demo in the order of publishing. It begins with the best, for those are there when the shop opens;
 * artists alternate, so that the newest page shows many of them. Titles are unique.
 */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...SMALL_DEMO,
  ...alternate(entriesOf("further"), SMALL_DEMO.at(-1)),
];
