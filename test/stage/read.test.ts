import { beforeAll, describe, expect, test } from "vitest";
import { areas } from "#shared/contract/areas.ts";
import { listArtwork } from "#shared/contract/artwork.ts";
import { buildFailureBody } from "#shared/failures.ts";
import { PAGES } from "#shared/pages.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { call, get, getVisitorStatus, openStage, request, type Stage } from "./stage.ts";

let stage: Stage;
/** A script of the site, as its pages name it. */
let script: string;

beforeAll(async () => {
  stage = await openStage();
  script = (await (await get("/")).text()).match(/"(\/assets\/[^"]+\.js)"/)?.[1] ?? "";
});

/** The values of a directive of a content security policy. */
function directive(policy: string, name: string) {
  const [, ...values] =
    policy
      .split("; ")
      .find((one) => one.startsWith(`${name} `))
      ?.split(" ") ?? [];
  return values;
}

describe.each([
  ["a page", () => "/"],
  ["a page that is a file", () => "/login"],
  ["a script", () => script],
  ["an answer of the API", () => listArtwork.path],
  ["a page that isn't there", () => "/no-such-page"],
  ["a route that isn't there", () => "/api/no-such-route"],
])("the headers of %s", (_, path) => {
  let headers: Headers;
  beforeAll(async () => {
    ({ headers } = await get(path()));
  });

  test("bind browsers to TLS for a year at least", () => {
    const [, seconds] = /max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 24 * 60 * 60);
  });

  test("let no script run that isn't the site's own", () => {
    const policy = headers.get("content-security-policy") ?? "";
    expect(directive(policy, "default-src")).toEqual(["'self'"]);
    expect(directive(policy, "object-src")).toEqual(["'none'"]);
    expect(directive(policy, "base-uri")).toEqual(["'none'"]);
    const scripts = directive(policy, "script-src");
    expect(scripts).toContain("'self'");
    expect(scripts.filter((source) => /unsafe|^\*|^https?:$|^data:/.test(source))).toEqual([]);
  });

  test("keep it out of frames, and its type and address to itself", () => {
    expect(directive(headers.get("content-security-policy") ?? "", "frame-ancestors")).toEqual(["'none'"]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": expect.stringMatching(/^same-origin(-allow-popups)?$/),
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("caching", () => {
  const caching = async (path: string) => (await get(path)).headers.get("cache-control") ?? "";

  test("of a script is immutable for a year", async () => {
    expect(await caching(script)).toContain("immutable");
    expect(await caching(script)).toContain("max-age=31536000");
  });

  test("of a rendered page happens at the edge and never in a browser", async () => {
    expect(await caching("/")).toMatch(/max-age=0, s-maxage=\d+/);
  });

  test.each(["/login", "/config.json"])("of %s requires revalidation before each use", async (path) => {
    expect(await caching(path)).toContain("no-cache");
  });

  test("of the API's responses is forbidden", async () => {
    expect(await caching(listArtwork.path)).toContain("no-store");
  });
});

describe("compressed is", () => {
  test.each([
    ["a page", () => "/"],
    ["a page that is a file", () => "/login"],
    ["a script", () => script],
  ])("%s", async (_, path) => {
    const { headers } = await get(path(), { headers: { "accept-encoding": "br" } });
    expect(headers.get("content-encoding")).toBe("br");
  });
});

describe("for machines", () => {
  const rendered = Object.entries(PAGES).flatMap(([path, page]) =>
    "rendered" in page && !path.includes(":") ? [path] : [],
  );

  test.each(rendered)("%s is rendered by a server, with title, description and one heading", async (path) => {
    const response = await get(path);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toMatch(/<title>[^<]+<\/title>/);
    expect(text).toMatch(/<meta[^>]+name="description"[^>]+content="[^"]+"/);
    expect(text.match(/<h1[\s>]/g)).toHaveLength(1);
  });

  test("robots.txt names the sitemap, which names the site's pages", async () => {
    expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${stage.origin}/sitemap.xml`);
    const parts = [...(await (await get("/sitemap.xml")).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, loc]) => loc,
    );
    expect(parts).toContain(`${stage.origin}/sitemaps/pages.xml`);
    const pages = await (await get("/sitemaps/pages.xml")).text();
    expect(pages).toContain(`<loc>${stage.origin}/about</loc>`);
  });

  test("security.txt names a contact", async () => {
    expect(await (await get("/.well-known/security.txt")).text()).toMatch(/^Contact: \S+/m);
  });
});

describe("an unknown address", () => {
  test.each(["/no-such-page", "/artwork/no-such-artwork", "/404"])("%s is a page with status 404", async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });

  test("is an error of the API's usual shape", async () => {
    const response = await get("/api/no-such-route");
    expect([response.status, await response.json()]).toEqual([404, buildFailureBody("not_found")]);
  });

  test("doesn't expose files outside the site", async () => {
    for (const path of ["/media/", "/assets/", "/media/..%2f..%2foriginals"]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});

test("a list of artwork is as the contract says", async () => {
  await call(listArtwork, { query: { limit: "5" } });
});

test("plain HTTP leads to TLS, and gets no answer of the API", async ({ skip }) => {
  skip(!stage.origin.startsWith("https:"), "the stage is a laptop's");
  const plain = stage.origin.replace("https:", "http:");
  const page = await get(`${plain}/`);
  expect([page.status, page.headers.get("location")]).toEqual([301, `${stage.origin}/`]);
  expect((await get(`${plain}${listArtwork.path}`)).status).toBe(403);
});

const reads = Object.values(areas)
  .flatMap((area) => Object.values<Route>(area))
  .filter(({ method }) => method === "GET")
  .map((route) => [buildRouteKey(route), route] as const);

describe("without a token", () => {
  test.each(reads.filter(([, { access }]) => access !== "public"))("%s answers nothing", async (_, route) => {
    expect((await request(route)).status).toBe(getVisitorStatus(route, stage));
  });

  test.each(reads.filter(([, { optionalAuth }]) => optionalAuth))("%s refuses an invalid one too", async (_, route) => {
    expect((await request(route, { token: "none.of.ours" })).status).toBe(401);
  });
});
