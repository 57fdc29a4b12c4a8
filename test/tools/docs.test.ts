import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { FUNCTIONS } from "#lambdas/functions.ts";
import { TABLE } from "#lambdas/table/indexes.ts";

const PROJECT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");
const filesIn = (folder: string) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));

const PAGES = ["README.md", "CONTRIBUTING.md", ...filesIn("docs").filter((file) => file.endsWith(".md"))];
/** Decisions are records of their day: what they name may have moved since. */
const CURRENT_PAGES = PAGES.filter((page) => !page.startsWith("docs/decisions/"));

/** Folders that a short path in docs/site.md may be relative to. */
const SITE = ["web", "web/src", "web/src/ui", "web/src/ui/form"];

const exists = (path: string) => existsSync(join(PROJECT, path));

describe.each(CURRENT_PAGES)("%s", (page) => {
  const text = read(page);

  test("names only files that exist", () => {
    const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inner = ""]) => inner.split(" ")[0] ?? "");
    const paths = code.filter((path) => /^[#\w][\w./-]*\.(?:ts|tsx|css|mjs|json|jsonc|html)$/.test(path));
    const missing = paths
      .map((path) => path.replace(/^#web\//, "web/src/").replace(/^#/, ""))
      .filter((path) => path.includes("/"))
      .filter((path) => ![".", ...(page === "docs/site.md" ? SITE : [])].some((base) => exists(join(base, path))));
    expect(missing).toEqual([]);
  });

  test("names only folders that exist", () => {
    const folders = [...text.matchAll(/`((?:bin|lambdas|lib|local|shared|test|tools|web)\/[\w./-]*)\/`/g)];
    expect(folders.map(([, path = ""]) => path).filter((path) => !exists(path))).toEqual([]);
  });
});

test.each(PAGES)("%s links only to what exists", (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !exists(normalize(join(dirname(page), link))))).toEqual([]);
});

test.each(filesIn("docs/decisions"))("%s has its number, its date and its status", (record) => {
  const [title = "", , dated = ""] = read(record).split("\n");
  expect(title).toMatch(new RegExp(`^# ${Number(record.match(/(\d{4})-/)?.[1])}\\. `));
  expect(dated).toMatch(/^Date: \d{4}-\d\d-\d\d · Status: (accepted|superseded by )/);
});

describe("the data model", () => {
  const rows = read("docs/data-model.md")
    .split("\n")
    .filter((line) => line.startsWith("|"));

  test("has every key that an entity declares", () => {
    const sources = filesIn("lambdas").filter((file) => file.endsWith(".ts"));
    const pattern = /partitionKey\("(\w+)"\),\s*\w+: (sortKey|constantSortKey)\("(\w+)"\)/g;
    const keys = sources.flatMap((file) =>
      [...read(file).matchAll(pattern)].map(([, pk, kind, sk]) => [`\`${pk}#`, kind === "sortKey" ? `${sk}#` : sk]),
    );
    expect(keys.length).toBeGreaterThan(15);
    const isListed = ([pk = "", sk = ""]: (string | undefined)[]) =>
      rows.some((row) => {
        const [, , partition = "", sort = ""] = row.split("|");
        return partition.includes(pk) && sort.includes(`\`${sk}`);
      });
    expect(keys.filter((key) => !isListed(key))).toEqual([]);
  });

  test("has the table's indexes with their keys, and no other", () => {
    const heading = rows.findIndex((row) => row.startsWith("| Index |"));
    const listed = rows.slice(heading + 2, heading + 2 + TABLE.indexes.length).map((row) => row.split("|").slice(1, 4));
    expect(listed.map((cells) => cells.map((cell) => cell.trim()))).toEqual(
      TABLE.indexes.map(({ name, partitionKey, sortKey }) =>
        [name, partitionKey, sortKey].map((cell) => `\`${cell}\``),
      ),
    );
  });
});

describe("the files of a purchase", () => {
  const [, section = ""] = read("docs/architecture.md").split("## A purchase, file by file");
  const list = section.slice(section.indexOf("\n- "));
  const files = [...list.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = ""]) => path);
  const sources: readonly string[] = Object.values(FUNCTIONS).map(({ source }) => `lambdas/${source}`);
  const BUTTONS = ["payment-section.tsx", "notification-bell.tsx"];

  /** What a file imports, types aside, as paths in the project. */
  function importsOf(file: string) {
    const imports = [...read(file).matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)"|import\("([^"]+)"\)/gms)];
    return imports.map(([, fixed, lazy]) => {
      const path = fixed ?? lazy ?? "";
      if (path.startsWith("#web/")) return path.replace("#web/", "web/src/");
      return path.startsWith("#") ? path.slice(1) : normalize(join(dirname(file), path));
    });
  }

  test("are at most 73, each once", () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.length).toBeLessThanOrEqual(73);
    expect(new Set(files).size).toBe(files.length);
  });

  test("are reached from each other, from a function's entry or from a button", () => {
    const imported = new Set(files.flatMap(importsOf));
    const stray = files.filter(
      (file) =>
        !imported.has(file) &&
        !sources.includes(file) &&
        !BUTTONS.some((button) => file.endsWith(button)) &&
        !importsOf(file).some((other) => files.includes(other)),
    );
    expect(stray).toEqual([]);
  });
});

test("every command that a page names is one of the project's", () => {
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  const named = CURRENT_PAGES.flatMap((page) => [...read(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
  expect(named.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
});
