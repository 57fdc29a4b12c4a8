import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliDecompressSync } from "node:zlib";
import { requireEdgeSyntax } from "ochre-local/services";
import { expect, test } from "vitest";
import { compressedCode, compressHashed } from "#lib/bundling/compressed.ts";
import { listFiles, rewriteCode } from "#lib/site/rewrite.ts";
import { getStage } from "#lib/stacks/stages.ts";
import { listPages } from "#shared/pages.ts";
import { getStubAssets } from "./support/synthesize-stack.ts";

const code = rewriteCode({
  files: listFiles(getStubAssets().site),
  pages: listPages(getStage("production").features).map(({ path }) => path),
  notFoundOrigin: "pages",
});
const IMPORT = 'import cf from "cloudfront";\n';

/** The rewritten path, and the selected origin if it isn't the behaviour's own. */
function sentOn(uri: string) {
  const selected: string[] = [];
  const cf = { selectRequestOriginById: (id: string) => void selected.push(id) };
  const script = `${code.slice(IMPORT.length)}; handler({ request: ${JSON.stringify({ uri })} }).uri`;
  return [runInNewContext(script, { cf }) as string, ...selected];
}

test("imports CloudFront's module in the first line", () => {
  expect(code.startsWith(IMPORT)).toBe(true);
});

test.each([
  "/",
  "/artwork/0190",
  "/user/jane.doe",
  "/verify_token/a.b.c",
  "/About",
  "/login/",
  "/orders/a/certificate",
])("%s is a page of the site", (path) => {
  expect(sentOn(path)).toEqual(["/index.html"]);
});

test.each([
  "/unknown.page/x",
  "/admin",
  "/admin/log",
  "/assetsx",
  "/wp-login.php",
  "/verify_token",
  "/verify_token//",
  "/login/x",
  "/onboarding",
])("%s isn't a page of the stage and goes to the rendering function as /404", (path) => {
  expect(sentOn(path)).toEqual(["/404", "pages"]);
});

test.each(["/favicon.svg", "/config.json", "/index.html", "/assets/app-1a2b.js", "/assets/gone.js"])(
  "%s is a file",
  (path) => {
    expect(sentOn(path)).toEqual([path]);
  },
);

test.each([
  ["Rewrite", code.slice(IMPORT.length)],
  ["InBrotli", compressedCode],
])("%s has only syntax of CloudFront's runtime", (name, source) => {
  requireEdgeSyntax(name, source);
});

test("is smaller than CloudFront's limit", () => {
  expect(Buffer.byteLength(code)).toBeLessThan(10 * 1024);
});

test("scripts and styles have a Brotli copy for browsers that accept it", async () => {
  const { site } = getStubAssets();
  writeFileSync(join(site, "assets/app-3c4d.css"), "p { color: red }");
  await compressHashed(site);

  const sentTo = (encodings: string | undefined, uri: string) => {
    const headers = encodings ? { "accept-encoding": { value: encodings } } : {};
    return runInNewContext(
      `${compressedCode}; handler({ request: ${JSON.stringify({ uri, headers })} }).uri`,
    ) as string;
  };
  const copy = sentTo("gzip, deflate, br, zstd", "/assets/app-3c4d.css");
  expect(brotliDecompressSync(readFileSync(join(site, copy))).toString()).toBe("p { color: red }");
  expect(sentTo("gzip", "/assets/app-3c4d.css")).toBe("/assets/app-3c4d.css");
  expect(sentTo(undefined, "/assets/app-1a2b.js")).toBe("/assets/app-1a2b.js");
  expect(sentTo("br", "/assets/letters-5e6f.woff2")).toBe("/assets/letters-5e6f.woff2");
});
