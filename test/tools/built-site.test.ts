import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from "@mdn/browser-compat-data";
import { describe, expect, test } from "vitest";
import { PROJECT } from "#lib/bundling/entries.ts";
import { OLDEST_BROWSERS } from "#shared/browsers.ts";

/** Browserslist's names where they aren't the build's. */
const QUERY_NAMES: Readonly<Record<string, string>> = { ios: "ios_saf" };

const QUERY = Object.values(OLDEST_BROWSERS)
  .flatMap(({ targets, version }) => targets.map((target) => `${QUERY_NAMES[target] ?? target} ${version}`))
  .join(", ");

/** Features that es-check finds although no supported browser misses them. */
const IGNORED = [
  // All of them have it, but es-check goes by its edition of the standard.
  "StringIsWellFormed",
  // A method of a library's own objects.
  "ArrayPrototypeGroup",
  // Used only where it exists.
  "Iterator",
  // Of web/src/polyfills.ts.
  "PromiseWithResolvers",
];

/** Output of es-check; empty if nothing is wrong. */
const check = (files: string) =>
  new Promise<string>((resolve) => {
    const program = join(PROJECT, "node_modules/es-check/lib/cli/index.js");
    const options = ["--module", "--checkFeatures", "--noCache", "--noColor", `--ignore=${IGNORED.join()}`];
    const query = `--browserslistQuery=${QUERY}`;
    execFile(process.execPath, [program, "checkBrowser", files, query, ...options], (error, stdout, stderr) =>
      resolve(error ? stdout + stderr : ""),
    );
  });

test("the oldest Chrome of the tests is the declaration's", () => {
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT, "test/browsers/packages/package.json"), "utf8"));
  expect(dependencies["@sparticuz/chromium"]).toBe(`${OLDEST_BROWSERS.chrome.version}.0.0`);
});

test("each script of the site runs in the oldest supported browsers", async () => {
  expect(existsSync(join(PROJECT, ".build/site/assets")), "npm run build comes first").toBe(true);
  expect(await check(join(PROJECT, ".build/site/assets/*.js"))).toBe("");
});

describe("APIs that an oldest supported browser lacks", () => {
  const { api, javascript } = JSON.parse(
    readFileSync(join(PROJECT, "node_modules/@mdn/browser-compat-data/data.json"), "utf8"),
  ) as CompatData;
  const listEntries = (node: Readonly<Record<string, Identifier>>) =>
    Object.entries(node).filter(([key]) => key !== "__compat");
  const interfaces = [api, javascript.builtins].flatMap((node) => listEntries(node as Identifier));

  const OLDEST: readonly (readonly [BrowserName, string])[] = [
    ["chrome", OLDEST_BROWSERS.chrome.version],
    ["firefox", OLDEST_BROWSERS.firefox.version],
    ["safari", OLDEST_BROWSERS.safari.version],
    ["safari_ios", OLDEST_BROWSERS.safari.version],
  ];

  /** Supported since the version or before, whole and under its own name. */
  const includes = (statement: SimpleSupportStatement | undefined, version: string) =>
    typeof statement?.version_added === "string" &&
    statement.version_added.replace("≤", "").localeCompare(version, "en", { numeric: true }) <= 0 &&
    !(statement.version_removed || statement.flags || statement.prefix || statement.alternative_name);

  const isMissing = (compat: CompatStatement | undefined) =>
    compat !== undefined &&
    OLDEST.some(([browser, version]) => ![compat.support[browser]].flat().some((entry) => includes(entry, version)));

  const members = interfaces.flatMap(([owner, node]) =>
    listEntries(node).flatMap(([key, member]) => {
      const [, name = "", isStatic] = /^([a-zA-Z]+)(_static)?$/.exec(key) ?? [];
      return name && name !== owner
        ? [{ owner, name, isStatic: Boolean(isStatic), isMissing: isMissing(member.__compat) }]
        : [];
    }),
  );
  const present = new Set(members.flatMap(({ name, isMissing }) => (isMissing ? [] : [name])));

  /** Interfaces of whose methods scripts are searched for the bare name. */
  const COMMON = new Set(
    [
      "Array String Set Map Iterator Promise URL URLSearchParams Response Request Headers Blob ReadableStream AbortSignal",
      "Node Element HTMLElement Document DocumentFragment ShadowRoot Window Navigator HTMLDialogElement HTMLInputElement",
      "HTMLVideoElement Selection Range Animation CanvasRenderingContext2D OffscreenCanvas SubtleCrypto StorageManager",
      "LockManager Event DataTransfer FormData Clipboard",
    ].flatMap((names) => names.split(" ")),
  );

  /** Patterns of use. */
  const missing = [
    ...interfaces.flatMap(([name, node]) => (isMissing(node.__compat) ? [`new ${name}\\b`] : [])),
    ...members.flatMap(({ owner, name, isStatic, isMissing }) => {
      if (!isMissing) return [];
      if (isStatic) return [`\\b${owner}\\.${name}\\b`];
      return COMMON.has(owner) && !present.has(name) ? [`\\.${name}\\(`] : [];
    }),
    // Other objects have the property too.
    "earchParams\\.size\\b",
  ];

  const findMissing = (code: string) => [...new Set(missing)].filter((use) => new RegExp(use).test(code)).sort();

  const ALLOWED: Readonly<Record<string, string>> = {
    "\\bURL\\.canParse\\b": "of web/src/polyfills.ts",
    "\\.withResolvers\\(": "of web/src/polyfills.ts",
    "\\bAbortSignal\\.timeout\\b": "there, but below Chrome 124 its error has another name, which nothing reads",
    "\\.share\\(": "used only where it exists",
    "\\.startViewTransition\\(": "used only where it exists",
    "\\.drop\\(": "a method of our own objects",
    "\\.toArray\\(": "a method of React's",
  };

  test.each([
    "URL.parse(x)",
    "AbortSignal.any([a])",
    "new CookieStore",
    "a.union(b)",
    "a.values().toArray()",
    "a.moveBefore(b)",
    "a.searchParams.size",
  ])("%s is found in code", (code) => expect(findMissing(code)).toHaveLength(1));

  test("others aren't", () => {
    expect(findMissing("URL.createObjectURL(x);a.at(1);a.toSorted();Promise.any([]);a.size;new Map")).toEqual([]);
  });

  test("are in no script, but for those that are allowed", () => {
    const folder = join(PROJECT, ".build/site/assets");
    const scripts = readdirSync(folder).filter((file) => file.endsWith(".js"));
    const code = scripts.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
    expect(findMissing(code)).toEqual(Object.keys(ALLOWED).sort());
  });
});
