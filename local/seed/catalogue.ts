import { bauhausWorks } from "#local/seed/catalogue/bauhaus.ts";
import { blockWorks } from "#local/seed/catalogue/blocks.ts";
import { contourWorks } from "#local/seed/catalogue/contours.ts";
import { currentWorks } from "#local/seed/catalogue/currents.ts";
import { glassWorks } from "#local/seed/catalogue/glass.ts";
import { lineWorks } from "#local/seed/catalogue/lines.ts";
import { marbleWorks } from "#local/seed/catalogue/marble.ts";
import { mountainWorks } from "#local/seed/catalogue/mountains.ts";
import { orbitWorks } from "#local/seed/catalogue/orbits.ts";
import { panelWorks } from "#local/seed/catalogue/panels.ts";
import { pendulumWorks } from "#local/seed/catalogue/pendulum.ts";
import { plantWorks } from "#local/seed/catalogue/plants.ts";
import { risoWorks } from "#local/seed/catalogue/riso.ts";
import { sandWorks } from "#local/seed/catalogue/sand.ts";
import { sunWorks } from "#local/seed/catalogue/suns.ts";
import { truchetWorks } from "#local/seed/catalogue/truchet.ts";
import { weaveWorks } from "#local/seed/catalogue/weave.ts";
import type { Work } from "#local/seed/work.ts";

/** Whose work is whose, by username. */
const WALLS: Record<string, readonly Work[]> = {
  "demo.artist": mountainWorks,
  "kaisa.lindroos": currentWorks,
  sunniva_aas: pendulumWorks,
  marisol_vega: sunWorks,
  "aurelio.brandi": glassWorks,
  beatriz_campos: plantWorks,
  haruto_minase: lineWorks,
  "pieter.vanderberg": panelWorks,
  noor_elmasri: blockWorks,
  "leila.haddad": marbleWorks,
  mireille_fontaine: orbitWorks,
  "callum.mactavish": contourWorks,
  jiwon_park: risoWorks,
  tomas_okafor: truchetWorks,
  "anjali.rao": weaveWorks,
  ewa_zielinska: sandWorks,
  "lotte.kessler": bauhausWorks,
};

export type Entry = { userUsername: string; work: Work };

/**
 * Every artwork of the demo in the order of publishing: spread evenly, so that no artist follows themself and the
 * newest page shows every hand, each artist's first-named work last published. Titles are unique.
 */
export const CATALOGUE: readonly Entry[] = Object.entries(WALLS)
  .flatMap(([userUsername, works], artist) =>
    works.map((work, index) => ({ userUsername, work, place: (index + ((artist * 0.618) % 1)) / works.length })),
  )
  .sort((a, b) => b.place - a.place)
  .map(({ userUsername, work }) => ({ userUsername, work }));
