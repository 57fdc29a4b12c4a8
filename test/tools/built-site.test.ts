import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
