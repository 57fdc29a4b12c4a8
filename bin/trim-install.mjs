import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const installed = fileURLToPath(new URL("../node_modules/", import.meta.url));

/** Folders of C headers that come with Node, 68 MB that only builders of native modules read. */
function headersOfNode() {
  const folder = join(installed, "node/node_modules");
  try {
    return readdirSync(folder).map((name) => join(folder, name, "include"));
  } catch {
    // npm was told to run no scripts, so that it brought no Node.
    return [];
  }
}

/** Source maps of packages, 75 MB that only a debugger inside of them reads. */
const sourceMaps = () =>
  readdirSync(installed, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".map"))
    .map((name) => join(installed, name));

/** After an installation: drops what nothing here reads. */
for (const path of [...headersOfNode(), ...sourceMaps()]) rmSync(path, { recursive: true, force: true });
