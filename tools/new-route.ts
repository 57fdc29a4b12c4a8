import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { addRoute } from "./new-route/add-route.ts";
import { BadRoute } from "./new-route/bad-route.ts";
import { readRequest, USAGE } from "./new-route/route-request.ts";

/** `npm run new:route -- support writeTicket POST /api/tickets user` writes a route that answers, in the folder it is run in. */
const root = process.cwd();

try {
  const request = readRequest(process.argv.slice(2));
  const files = await addRoute(root, request);
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  spawnSync(process.execPath, [biome, "check", "--write", ...files], { cwd: root, stdio: "ignore" });
  console.log(
    `${request.method} ${request.path} answers. Say what it does in:\n${files.map((file) => `  ${file}`).join("\n")}`,
  );
} catch (problem) {
  if (!(problem instanceof BadRoute)) throw problem;
  console.error(`${problem.message}\n\n${USAGE}`);
  process.exitCode = 1;
}
