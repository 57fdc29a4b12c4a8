import { expect, test } from "vitest";
import { forwardRequest } from "#local/gateway/forward.ts";
import type { Forwarding } from "#local/template/forwarding.ts";

const uncached: Forwarding = {
  lifetimes: { min: 0, standard: 0, max: 0 },
  headers: { kind: "none" },
  cookies: { kind: "none" },
  query: { kind: "none" },
  compresses: false,
};
const everyHeader: Forwarding = { ...uncached, headers: { kind: "except", names: ["host"] } };
const cached: Forwarding = { ...uncached, lifetimes: { min: 0, standard: 0, max: 60 }, compresses: true };

const forwarded = (acceptEncoding: string, ...policies: Forwarding[]) =>
  forwardRequest(
    {
      method: "GET",
      path: "/",
      query: "",
      headers: { "accept-encoding": acceptEncoding },
      sourceIp: "127.0.0.1",
      readBody: async () => Buffer.alloc(0),
    },
    policies,
    "origin.invalid",
  ).headers["accept-encoding"];

test("without caching, the viewer's Accept-Encoding reaches the origin unchanged if headers are forwarded", () => {
  expect(forwarded("gzip, deflate, br, zstd", uncached, everyHeader)).toBe("gzip, deflate, br, zstd");
  expect(forwarded("gzip, deflate, br, zstd", uncached)).toBeUndefined();
});

test.each([
  ["gzip, deflate, br, zstd", "br,gzip"],
  ["gzip;q=0.8", "gzip"],
  ["deflate", undefined],
])("a policy that lets CloudFront compress makes %s into %s", (acceptEncoding, normalized) => {
  expect(forwarded(acceptEncoding, cached)).toBe(normalized);
});
