import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { addRoute } from "./new-route/add-route.ts";
import { BadRoute, readRequest, USAGE } from "./new-route/route-request.ts";

/** `npm run new:route -- support writeTicket POST /api/tickets user` generates a working route in the current folder. */
const root = process.cwd();

try {
  const request = readRequest(process.argv.slice(2));
  const files = await addRoute(root, request);
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  spawnSync(process.execPath, [biome, "check", "--write", ...files], { cwd: root, stdio: "ignore" });
  console.log(
    `${request.method} ${request.path} is generated. Implement it in:\n${files.map((file) => `  ${file}`).join("\n")}`,
  );
} catch (problem) {
  if (!(problem instanceof BadRoute)) throw problem;
  console.error(`${problem.message}\n\n${USAGE}`);
  process.exitCode = 1;
}
