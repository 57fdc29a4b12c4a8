import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
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
