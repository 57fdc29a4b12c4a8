import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { expect, test } from "vitest";
import { compressResponse } from "#lambdas/platform/runtime/compress.ts";

const body = JSON.stringify({ items: Array.from({ length: 50 }, (_, index) => ({ title: `Picture ${index}` })) });
const json = { "content-type": "application/json", "cache-control": "no-store" };
const answer: APIGatewayProxyStructuredResultV2 = { statusCode: 200, headers: json, body };

const compressAnswer = (acceptEncoding: string | undefined, given = answer) =>
  compressResponse({ headers: acceptEncoding === undefined ? {} : { "accept-encoding": acceptEncoding } }, given);

const decoders: Readonly<Record<string, (text: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.5, gzip;q=1", "br"],
  ["gzip, br;q=0", "gzip"],
  ["GZIP", "gzip"],
])("a response to a client that accepts %s is encoded with %s", async (acceptEncoding, encoding) => {
  const { body: encoded = "", headers, ...rest } = await compressAnswer(acceptEncoding);
  expect(headers).toEqual({ ...json, "content-encoding": encoding, vary: "Accept-Encoding" });
  expect(rest).toEqual({ statusCode: 200, isBase64Encoded: true });
  const bytes = Buffer.from(encoded, "base64");
  expect(bytes.length).toBeLessThan(Buffer.byteLength(body) / 4);
  expect(decoders[encoding]?.(bytes).toString()).toBe(body);
});

test.each([undefined, "", "identity", "deflate", "br;q=0, gzip;q=0.0"])(
  "a response to a client that accepts %s is unchanged, except for a Vary header",
  async (acceptEncoding) => {
    expect(await compressAnswer(acceptEncoding)).toEqual({ ...answer, headers: { ...json, vary: "Accept-Encoding" } });
  },
);

test.each([
  ["a page", "text/html; charset=utf-8", true],
  ["a sitemap", "application/xml", true],
  ["a certificate's picture", "image/png", false],
  ["a response without a content type", undefined, false],
])("%s is compressed depending on its content type", async (_what, type, isCompressed) => {
  const headers: Record<string, string> = type ? { "content-type": type } : {};
  expect(Boolean((await compressAnswer("br", { ...answer, headers })).isBase64Encoded)).toBe(isCompressed);
});

test.each([
  ["a short response", { ...answer, body: "x".repeat(999) }],
  ["a response without a body", { statusCode: 204, headers: json }],
  ["a response that sets cookies", { ...answer, cookies: ["session=1"] }],
  ["a response that is already encoded", { ...answer, isBase64Encoded: true }],
])("%s is unchanged", async (_what, given) => {
  expect(await compressAnswer("br", given)).toBe(given);
});

test("a response of 1,000 bytes is compressed", async () => {
  expect(await compressAnswer("br", { ...answer, body: "x".repeat(1_000) })).toMatchObject({ isBase64Encoded: true });
});
