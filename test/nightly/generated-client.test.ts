import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { installPackage } from "#bench/web/install-package.ts";
import { openApiDocument } from "#lib/api-reference/document.ts";

const FOLDER = join(import.meta.dirname, "../../bench/generated-client");
/** A folder that resolves packages and is ignored by git. */
const GENERATED = join(FOLDER, "node_modules/generated");

const program = (origin: string) => `
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const client = createClient<paths>({ baseUrl: ${JSON.stringify(origin)} });
const list = await client.GET("/api/artwork", { params: { query: { limit: 2, sort: "popular" } } });
if (!list.data) throw new Error(list.error.message);
const titles: string[] = list.data.items.map(({ artworkTitle }) => artworkTitle);
const artworkId = "0197f1f0-3a71-7000-8000-000000000001";
const unknown = await client.GET("/api/artwork/{artworkId}", { params: { path: { artworkId } } });
// @ts-expect-error There is no such order.
const wrong = await client.GET("/api/artwork", { params: { query: { sort: "oldest" } } });
// API Gateway's own responses have only a message.
const codes = [unknown.error, wrong.error].map((error) => (error && "code" in error ? error.code : undefined));
console.log(JSON.stringify({ isList: Array.isArray(titles), codes }));
`;

function run(file: string, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...options], {
    cwd: GENERATED,
    encoding: "utf8",
  });
  expect([status, stderr, status === 0 || stdout]).toEqual([0, "", true]);
  return stdout;
}

test("a client that is generated from the OpenAPI description compiles, and the API's responses match its types", () => {
  const generator = installPackage(FOLDER, "openapi-typescript");
  mkdirSync(GENERATED, { recursive: true });
  writeFileSync(join(GENERATED, "package.json"), '{ "type": "module" }');
  writeFileSync(join(GENERATED, "openapi.json"), JSON.stringify(openApiDocument("/")));
  writeFileSync(join(GENERATED, "program.ts"), program(inject("cloud").origin));
  writeFileSync(join(GENERATED, "api.ts"), run(join(generator, "bin/cli.js"), "openapi.json"));
  const compiler = join(FOLDER, "node_modules/typescript/bin/tsc");
  run(compiler, "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "api.ts", "program.ts");
  expect(JSON.parse(run("program.js"))).toEqual({ isList: true, codes: ["artwork_not_found", "invalid_request"] });
});
