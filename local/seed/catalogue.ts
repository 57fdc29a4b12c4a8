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

/** Who has works in the first look, and how many: each account takes as long as a work to make. */
const FIRST_ARTISTS = 12;
const FIRST_WORKS = 2;

/** How many works a visitor finds at the first look; the rest follows while the shop is open. */
export const FIRST_VIEW = FIRST_ARTISTS * FIRST_WORKS;

/** Artists alternate; the first artwork in an artist's list comes last. */
const BEST_LAST = Object.entries(ARTWORKS_BY_ARTIST)
  .flatMap(([userUsername, artworks], artist) =>
    artworks.map((artwork, index) => ({
      entry: { userUsername, artwork } satisfies CatalogueEntry,
      position: (index + ((artist * 0.618) % 1)) / artworks.length,
      isFirst: artist < FIRST_ARTISTS && index < FIRST_WORKS,
    })),
  )
  .sort((a, b) => b.position - a.position);

const entriesThat = (areFirst: boolean) =>
  BEST_LAST.filter(({ isFirst }) => isFirst === areFirst).map(({ entry }) => entry);

/**
 * Every artwork of the demo in the order of publishing. It begins with the best, for those are there when the shop opens;
 * artists alternate, so that the newest page shows all of them. Titles are unique.
 */
export const CATALOGUE: readonly CatalogueEntry[] = [...entriesThat(true), ...entriesThat(false)];
