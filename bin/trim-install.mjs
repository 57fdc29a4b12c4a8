import { readdirSync, rmSync } from "node:fs";

/** After an installation: drops the C headers that come with Node, 68 MB that only builders of native modules read. */
const folder = new URL("../node_modules/node/node_modules/", import.meta.url);
try {
  for (const name of readdirSync(folder)) rmSync(new URL(`${name}/include/`, folder), { recursive: true, force: true });
} catch {
  // npm was told to run no scripts, so that it brought no Node.
}
