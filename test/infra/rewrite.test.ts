import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressedCode, compressHashed } from "#lib/compressed.ts";
import { filesOf, rewriteCode } from "#lib/rewrite.ts";
import { builtStandIn } from "./support/stack-of.ts";

const code = rewriteCode(filesOf(builtStandIn().site));

const rewritten = (uri: string): string =>
  runInNewContext(`${code}; handler({ request: ${JSON.stringify({ uri })} }).uri`) as string;

test.each(["/", "/artwork/0190", "/user/jane.doe", "/verify_token/a.b.c", "/unknown.page/x", "/assetsx"])(
  "%s is an address of the app",
  (path) => {
    expect(rewritten(path)).toBe("/index.html");
  },
);

test.each(["/favicon.svg", "/config.json", "/index.html", "/assets/app-1a2b.js", "/assets/gone.js"])(
  "%s is a file",
  (path) => {
    expect(rewritten(path)).toBe(path);
  },
);

test("fits into what CloudFront takes", () => {
  expect(Buffer.byteLength(code)).toBeLessThan(10 * 1024);
});

test("scripts and styles have a copy in brotli, for whoever reads it", async () => {
  const { site } = builtStandIn();
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
