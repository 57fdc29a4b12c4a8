import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, expect, test } from "vitest";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { listKeys } from "#lambdas/areas/artwork/artwork-lists.ts";
import { serveCrawlerFile } from "#lambdas/pages/sitemap.ts";
import { getFirstIdAt } from "#lambdas/platform/runtime/time.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
const origin = "http://localhost:3000";

beforeAll(async () => {
  api = await startApi();
});

/** Writes an artwork published at a given time directly into the table. */
async function publishedAt(moment: string, isVisible = true) {
  const artworkId = getFirstIdAt(new Date(moment));
  const item = {
    artworkId,
    versionId: artworkId,
    mediaId: artworkId,
    ownerId: artworkId,
    card: {
      artworkTitle: "Dunes",
      artworkAvailability: "available" as const,
      artworkType: "free" as const,
      artworkLicense: "personal" as const,
      artworkUse: "unavailable" as const,
      artworkPersonal: 0,
      artworkCommercial: 0,
      previewKey: artworkId,
      placeholder: "",
      width: 1200,
      height: 1024,
    },
    bytes: 1,
    mime: "image/jpeg",
    sha256: "",
    number: 1,
    visibility: isVisible ? ("visible" as const) : ("invisible" as const),
    ...(isVisible ? { newest: listKeys.newest } : {}),
  };
  await api.services.table.send(ArtworkEntity.build(PutItemCommand).item(item));
  return artworkId;
}

async function ask(path: string) {
  const answer = await serveCrawlerFile(path, api.services);
  const body = String(answer?.body ?? "");
  return { headers: answer?.headers ?? {}, body, places: [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at) };
}

test("robots.txt links to the sitemap", async () => {
  const { body, headers } = await ask("/robots.txt");
  expect(body).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
});

test("security.txt has a contact and expires in half a year", async () => {
  const { body, headers } = await ask("/.well-known/security.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const fields = Object.fromEntries(
    body
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  );
  expect(fields).toMatchObject({
    Contact: "mailto:info@localhost",
    Policy: `${origin}/terms_of_service`,
    Canonical: `${origin}/.well-known/security.txt`,
  });
  const days = (Date.parse(fields.Expires ?? "") - api.services.now().getTime()) / (24 * 60 * 60 * 1000);
  expect(Math.ceil(days)).toBe(180);
});

test("the sitemap lists the static pages and the months with visible artwork, each with that month's artwork", async () => {
  const march = await publishedAt("2026-03-31T23:59:59.999Z");
  const april = await publishedAt("2026-04-01T00:00:00.000Z");
  const laterInApril = await publishedAt("2026-04-20T12:00:00.000Z");
  await publishedAt("2026-02-10T12:00:00.000Z", false);
  await publishedAt("2026-04-10T12:00:00.000Z", false);

  expect((await ask("/sitemap.xml")).places).toEqual(
    ["pages", "2026-04", "2026-03"].map((part) => `${origin}/sitemaps/${part}.xml`),
  );
  expect((await ask("/sitemaps/2026-04.xml")).places).toEqual(
    [laterInApril, april].map((id) => `${origin}/artwork/${id}`),
  );
  expect((await ask("/sitemaps/2026-03.xml")).places).toEqual([`${origin}/artwork/${march}`]);
  expect((await ask("/sitemaps/2026-02.xml")).places).toEqual([]);
  expect((await ask("/sitemaps/2026-03.xml")).body).toContain("<lastmod>2026-03-31T23:59:59.999Z</lastmod>");
});

test("the sitemap has the picture of each artwork", async () => {
  const artworkId = await publishedAt("2026-05-01T12:00:00.000Z");
  const { body } = await ask("/sitemaps/2026-05.xml");
  expect(body).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"');
  const picture = `${origin}/media/${artworkId}/1280.jpeg`;
  expect(body).toContain(`<image:image><image:loc>${picture}</image:loc></image:image></url>`);
});

test("the static pages are the public ones", async () => {
  const { places } = await ask("/sitemaps/pages.xml");
  expect(places).toContain(`${origin}/`);
  expect(places).toContain(`${origin}/search`);
  expect(places.filter((place) => /404|:|login|settings/.test(String(place).replace(origin, "")))).toEqual([]);
});

test("other paths aren't served as sitemaps", async () => {
  for (const path of ["/sitemaps/2026-13.xml", "/sitemaps/2026-04", "/sitemaps/..%2F", "/"]) {
    expect([path, await serveCrawlerFile(path, api.services)]).toEqual([path, undefined]);
  }
});
