import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "#bin/ops/commands.ts";
import { toAnchor } from "#lib/constructs/alarm-texts.ts";
import { OLDEST_BROWSERS } from "#shared/browsers.ts";

const PROJECT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");
const listFiles = (folder: string) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));

const PAGES = ["README.md", "CONTRIBUTING.md", ...listFiles("docs").filter((file) => file.endsWith(".md"))];

/** Folders that a short path in docs/site.md may be relative to. */
const SITE = ["web", "web/src", "web/src/ui", "web/src/ui/form"];

const exists = (path: string) => existsSync(join(PROJECT, path));

describe.each(PAGES)("%s", (page) => {
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

test.each(PAGES)("%s links only to existing files", (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !exists(normalize(join(dirname(page), link))))).toEqual([]);
});

test.each(PAGES)("%s links only to sections that exist", (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
  const missing = links.filter(([, file, anchor]) => {
    const target = file ? normalize(join(dirname(page), file)) : page;
    const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => toAnchor(heading));
    return !headings.includes(anchor ?? "");
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test("docs/site.md names the supported browsers", () => {
  for (const { names, version } of Object.values(OLDEST_BROWSERS))
    expect(read("docs/site.md")).toContain(`${names.join(" and ")} from ${version}`);
});

/** Pages that a newcomer reads first. */
const GUIDES = ["CONTRIBUTING.md", "docs/how-to.md", "docs/architecture.md"];

const SOURCE_FOLDERS = [
  ".ci",
  ".github",
  "bin",
  "demo",
  "docs",
  "lambdas",
  "lib",
  "local",
  "shared",
  "test",
  "tools",
  "web",
];
const sources = globSync([`{${SOURCE_FOLDERS.join(",")}}/**/*`, "*.*", ".*.*"], {
  cwd: PROJECT,
  exclude: ["**/node_modules", "**/.local"],
}).map((path) => path.replaceAll("\\", "/"));
const fileNames = new Set(sources.map((path) => basename(path)));

describe.each(GUIDES)("%s", (page) => {
  const text = read(page);
  const inline = [...text.replace(/```.*?```/gs, "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  const shell = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, code = ""]) =>
    code.replace(/#.*$/gm, "").split("\n"),
  );
  const words = [...inline, ...shell].flatMap((code) => code.split(/\s+/));

  test("names only paths that exist, in its commands too", () => {
    const paths = words.filter((word) => SOURCE_FOLDERS.includes(word.split("/")[0] ?? "") && word.includes("/"));
    const missing = paths.filter((path) => globSync(path.replace(/<\w+>/g, "*"), { cwd: PROJECT }).length === 0);
    expect(paths.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  test("names only existing files, also without their folder", () => {
    const diagrams = [...text.matchAll(/```\n(.*?)```/gs)].flatMap(([, diagram = ""]) => diagram.split(/[\s,()]+/));
    const named = [...inline, ...diagrams].filter((word) => /^[\w./-]+\.(?:tsx?|md|json|mjs|yml)$/.test(word));
    expect(named.map((path) => basename(path)).filter((name) => !fileNames.has(name))).toEqual([]);
  });

  test("names only functions and constants of the source", () => {
    const isSource = (path: string) => /\.(?:tsx?|mjs|json)$/.test(path) && path !== "test/tools/docs.test.ts";
    const code = new Set(sources.filter(isSource).flatMap((path) => read(path).match(/\w+/g) ?? []));
    const examples = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, example = ""]) => example);
    const called = examples.flatMap((example) => example.match(/\w+(?=\()/g) ?? []);
    const names = [...inline, ...called].filter((word) => /^(?:[a-z]+[A-Z]\w*|[A-Z][A-Z_]+)$/.test(word));
    expect(names.filter((name) => !code.has(name))).toEqual([]);
  });

  test("names only programs that are installed", () => {
    const programs = [...inline, ...shell].flatMap((code) => code.match(/(?<=\bnpx )[\w-]+/g) ?? []);
    expect(programs.filter((name) => !exists(`node_modules/.bin/${name}`))).toEqual([]);
  });
});

test("the page of the site names only existing files without their folder", () => {
  const files = new Set(listFiles("web/src").map((path) => basename(path)));
  const named = [...read("docs/site.md").matchAll(/`([\w-]+\.tsx?)`/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !files.has(name))).toEqual([]);
});

test("the recipe of notifications names every file with a record by notification type", () => {
  const files = ["shared", "lambdas", "web/src"].flatMap(listFiles).filter((file) => /\.tsx?$/.test(file));
  const kinds = files.filter((file) => /Record<NotificationType,/.test(read(file)));
  const [, recipe = ""] = read("CONTRIBUTING.md").split("**Add a notification:**");
  const [named = ""] = recipe.split("**Add an e-mail:**");
  expect(kinds.length).toBeGreaterThan(1);
  expect(kinds.filter((file) => !named.includes(`\`${file}\``))).toEqual([]);
});

test("every npm script that a page names exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  const named = PAGES.flatMap((page) => [...read(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
  expect(named.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
});

test("every operators' command that a page names exists", () => {
  const named = PAGES.flatMap((page) => [...read(page).matchAll(/(?:^ *|`|&& |\| )ops ([a-z-]+)/gm)]);
  expect(named.length).toBeGreaterThan(30);
  expect(named.map(([, name]) => name).filter((name) => !COMMANDS.some((command) => command.name === name))).toEqual(
    [],
  );
});
