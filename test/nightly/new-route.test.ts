import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { copyProject, run } from "#test/tools/project-copy.ts";

// Each test runs several whole programs.
vi.setConfig({ testTimeout: 3 * 60_000 });

const BIN = "node_modules";
const newRoute = (root: string, line: string) => run(root, "tools/new-route.ts", ...line.split(" "));

/** A check's output; empty if it passed. */
const getComplaint = ({ code, output }: { code: number | null; output: string }) => (code === 0 ? "none" : output);

/** Runs a copy's tests as part of this file. */
const runTests = (root: string, path: string) => import(pathToFileURL(join(root, path)).href);

const root = await copyProject();
const LINES = [
  "users readShelf GET /api/users/{userId}/shelf/{shelfName} self",
  "users hideShelf DELETE /api/users/{userId}/shelf/{artworkId} self",
  "desk writeMemo POST /api/desk/memos",
  "desk readMemo GET /api/desk/memos/{memoId} public",
];
const complaints: string[] = [];
for (const line of LINES) complaints.push(getComplaint(await newRoute(root, line)));
const tests = ["read-shelf", "hide-shelf", "write-memo", "read-memo"].map((name) => `test/api/${name}.test.ts`);

describe("routes of an old and of a new area enforce their access:", () => {
  describe.each(tests)("%s", (path) => runTests(root, path));

  describe("test/rare/api/access.test.ts", () => runTests(root, "test/rare/api/access.test.ts"));
});

test("routes of an old and of a new area compile and pass the project's checks", async () => {
  expect(complaints).toEqual(LINES.map(() => "none"));
  const touched = {
    extends: "./tsconfig.json",
    include: ["shared", "lambdas", "test/api", "test/rare/api", "test/support", "web/src/assets.d.ts"],
  };
  await writeFile(join(root, "tsconfig.touched.json"), JSON.stringify(touched));
  const types = await run(root, `${BIN}/typescript/bin/tsc`, "-p", "tsconfig.touched.json");
  expect(getComplaint(types)).toBe("none");
  const style = [
    "check",
    "--error-on-warnings",
    "shared/contract",
    "lambdas/areas/users",
    "lambdas/areas/desk",
    "test/support/samples.ts",
    ...tests,
  ];
  expect(getComplaint(await run(root, `${BIN}/@biomejs/biome/bin/biome`, ...style))).toBe("none");
  const cruise = ["--config", ".dependency-cruiser.mjs", "shared", "lambdas", "test/api"];
  expect(getComplaint(await run(root, `${BIN}/dependency-cruiser/bin/dependency-cruiser.mjs`, ...cruise))).toBe("none");
});

describe("a handler that violates the contract fails the generated test", async () => {
  const other = await copyProject();
  await newRoute(other, "desk writeMemo POST /api/desk/memos public");
  const change = async (path: string, from: string, to: string) => {
    const text = await readFile(join(other, path), "utf8");
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    await writeFile(join(other, path), text.replaceAll(from, to));
  };
  await change("shared/contract/desk.ts", "status: 201", "status: 200");
  await change("test/api/write-memo.test.ts", "\ntest(", "\ntest.fails(");
  await runTests(other, "test/api/write-memo.test.ts");
});

test("an invalid route is refused with one sentence, and nothing is written", async () => {
  const clean = await copyProject();
  const before = await readFile(join(clean, "shared/contract/users.ts"), "utf8");
  const refusals = [
    ["users readShelf", "Expected four or five arguments."],
    ["Users readShelf GET /api/shelf", "An area is one word in lower case, not Users."],
    ["users read-shelf GET /api/shelf", "A name is in camel case like writeComment, not read-shelf."],
    ["users readShelf PUT /api/shelf", "PUT isn't a supported method."],
    ["users readShelf GET /shelf", "A path begins with /api/ or /auth/"],
    ["users readShelf GET /api/shelf admin", "admin isn't a supported access."],
    ["users readShelf GET /api/shelf self", "Access self requires a path with {userId}."],
    ["users readUser GET /api/shelf", "users already has a route readUser."],
    ["users readPerson GET /api/users/{username}", "GET /api/users/{username} is already a route."],
    ["purchases readShelf GET /api/shelf", "lambdas/areas/purchases exists but isn't an area."],
  ] as const;
  for (const [line, sentence] of refusals) {
    const { code, output } = await newRoute(clean, line);
    expect(code, line).toBe(1);
    expect(output).toContain(sentence);
  }
  expect(await readFile(join(clean, "shared/contract/users.ts"), "utf8")).toBe(before);
});
