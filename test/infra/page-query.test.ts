import { createEdgeFunction } from "ochre-local/services";
import { expect, test } from "vitest";
import { pageQueryCode } from "#lib/site/page-query.ts";

const many = Array.from({ length: 40 }, (_, nth) => `filter${String(nth).padStart(2, "0")}`);
const code = pageQueryCode([...many, "q", "t"]);
const edge = createEdgeFunction({ name: "PageQuery", code }, () => {});

/** The query that the edge function leaves, which is the cache key. */
async function left(query: string) {
  const request = { method: "GET", path: "/search", query, headers: {}, sourceIp: "192.0.2.1" };
  const changed = await edge.viewerRequest(request as never);
  return "request" in changed ? changed.request.query : undefined;
}

test("known parameters are kept in alphabetical order", async () => {
  expect(await left("t=b&filter39=1&q=a&filter00=2")).toBe("filter00=2&filter39=1&q=a&t=b");
});

test("a repeated parameter keeps the order of its values", async () => {
  expect(await left("t=b&q=x&t=a")).toBe("q=x&t=b&t=a");
});

test.each(["utm_source=mail", "Q=a", "__proto__=a", "constructor=a", "q[]=a"])(
  "%s isn't part of the cache key",
  async (unknown) => {
    expect(await left(`${unknown}&q=a`)).toBe("q=a");
    expect(await left(unknown)).toBe("");
  },
);
