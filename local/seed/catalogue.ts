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

/** Artwork by the artist's username. */
const ARTWORKS_BY_ARTIST: Record<string, readonly DemoArtwork[]> = {
  "demo.artist": mountainArtworks,
  "kaisa.lindroos": currentArtworks,
  sunniva_aas: pendulumArtworks,
  marisol_vega: sunArtworks,
  "aurelio.brandi": glassArtworks,
  beatriz_campos: plantArtworks,
  haruto_minase: lineArtworks,
  "pieter.vanderberg": panelArtworks,
  noor_elmasri: blockArtworks,
  "leila.haddad": marbleArtworks,
  mireille_fontaine: orbitArtworks,
  "callum.mactavish": contourArtworks,
  jiwon_park: risoArtworks,
  tomas_okafor: truchetArtworks,
  "anjali.rao": weaveArtworks,
  ewa_zielinska: sandArtworks,
  "lotte.kessler": bauhausArtworks,
};

export type CatalogueEntry = { userUsername: string; artwork: DemoArtwork };

/** How many works a visitor finds at the first look; the rest follows while the shop is open. */
export const FIRST_VIEW = 24;

/** Artists alternate; the first artwork in an artist's list comes last. */
const BEST_LAST: readonly CatalogueEntry[] = Object.entries(ARTWORKS_BY_ARTIST)
  .flatMap(([userUsername, artworks], artist) =>
    artworks.map((artwork, index) => ({
      userUsername,
      artwork,
      position: (index + ((artist * 0.618) % 1)) / artworks.length,
    })),
  )
  .sort((a, b) => b.position - a.position)
  .map(({ userUsername, artwork }) => ({ userUsername, artwork }));

/**
 * Every artwork of the demo in the order of publishing. It begins with the best, for those are there when the shop opens;
 * artists alternate, so that the newest page shows all of them. Titles are unique.
 */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...BEST_LAST.slice(-FIRST_VIEW),
  ...BEST_LAST.slice(0, -FIRST_VIEW),
];
