import { createRandom } from "#local/seed/art/random.ts";
import { encodeJpeg, grain } from "#local/seed/art/raster.ts";
import type { Style } from "#local/seed/art/style.ts";
import { bauhaus } from "#local/seed/art/styles/bauhaus.ts";
import { blocks } from "#local/seed/art/styles/blocks.ts";
import { contours } from "#local/seed/art/styles/contours.ts";
import { currents } from "#local/seed/art/styles/currents.ts";
import { glass } from "#local/seed/art/styles/glass.ts";
import { lines } from "#local/seed/art/styles/lines.ts";
import { marble } from "#local/seed/art/styles/marble.ts";
import { mountains } from "#local/seed/art/styles/mountains.ts";
import { orbits } from "#local/seed/art/styles/orbits.ts";
import { panels } from "#local/seed/art/styles/panels.ts";
import { pendulum } from "#local/seed/art/styles/pendulum.ts";
import { plants } from "#local/seed/art/styles/plants.ts";
import { riso } from "#local/seed/art/styles/riso.ts";
import { sand } from "#local/seed/art/styles/sand.ts";
import { suns } from "#local/seed/art/styles/suns.ts";
import { truchet } from "#local/seed/art/styles/truchet.ts";
import { weave } from "#local/seed/art/styles/weave.ts";
import { type DemoArtwork, SHAPES, type StyleName } from "#local/seed/demo-artwork.ts";

/** Each style and how strongly its paper's grain shows (0 = none). */
const STYLES: Record<StyleName, readonly [Style, number]> = {
  bauhaus: [bauhaus, 4],
  blocks: [blocks, 2.5],
  contours: [contours, 3],
  currents: [currents, 3.5],
  glass: [glass, 2],
  lines: [lines, 2],
  marble: [marble, 2],
  mountains: [mountains, 4],
  orbits: [orbits, 3.5],
  panels: [panels, 4],
  pendulum: [pendulum, 2],
  plants: [plants, 4],
  riso: [riso, 3],
  sand: [sand, 2.5],
  suns: [suns, 0],
  truchet: [truchet, 3],
  weave: [weave, 3],
};

/** The settings that determine every pixel of a picture. */
export type PictureSpec = Pick<DemoArtwork, "style" | "mood" | "palette" | "shape" | "seed">;

/** Draws a picture and returns it as JPEG. The same spec gives the same pixels. */
export async function renderPicture({ style, mood, palette, shape, seed }: PictureSpec): Promise<Buffer> {
  const [draw, strength] = STYLES[style];
  const [width, height] = SHAPES[shape];
  const random = createRandom(seed);
  const raster = await draw({ width, height, random, palette, mood });
  return encodeJpeg(strength > 0 ? grain(raster, strength) : raster);
}
