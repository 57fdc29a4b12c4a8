import { beforeAll, describe, expect, test } from "vitest";
import { APP_NAME } from "#shared/brand.ts";
import { readEmbed, updateArtwork } from "#shared/contract/artwork.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let artist: { userId: string; name: string };
let artworkId: string;
let origin: string;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  origin = api.services.siteOrigin;
  artist = await given.user();
  ({ artworkId } = await given.artwork(artist.userId, { artworkTitle: "Dunes & “dusk”" }));
});

const embed = (query: object = {}) =>
  api.call(readEmbed, { query: { url: `${origin}/artwork/${artworkId}`, ...query } as never });

describe("the embed of an artwork's URL", () => {
  test("is a photo with its artist and a thumbnail, at absolute URLs", async () => {
    const { status, body } = await embed();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: "1.0",
      type: "photo",
      title: "Dunes & “dusk”",
      author_name: "Some Artist",
      author_url: `${origin}/user/${artist.name}`,
      provider_name: APP_NAME,
      provider_url: origin,
      width: 1200,
      height: 1024,
      thumbnail_width: 320,
      thumbnail_height: 273,
    });
    expect(body.url).toMatch(new RegExp(`^${origin}/media/[^/]+/1280\\.jpeg$`));
  });

  test("takes one table read", async () => {
    const { calls, readUnits } = await meter(() => embed());
    expect(calls).toEqual(["GetItemCommand"]);
    expect(readUnits).toBeLessThanOrEqual(1);
  });

  test("fits into the requested width and height", async () => {
    expect((await embed({ maxwidth: "700" })).body).toMatchObject({ width: 640, height: 546 });
    expect((await embed({ maxheight: "300", maxwidth: "1000" })).body).toMatchObject({ width: 320, height: 273 });
    const tiny = (await embed({ maxwidth: "100" })).body;
    expect(tiny).toMatchObject({ width: 100, height: 85, thumbnail_width: 100, thumbnail_height: 85 });
  });

  test.each(["0", "-5", "1e3", "wide", "1.5"])("a width of %s is refused", async (maxwidth) => {
    expect((await embed({ maxwidth })).status).toBe(400);
  });

  test("a URL with a query, a fragment or a trailing slash is the same artwork", async () => {
    for (const more of ["/", "?from=mail", "#comments"]) {
      expect((await embed({ url: `${origin}/artwork/${artworkId}${more}` })).status).toBe(200);
    }
  });

  test("any format but JSON is refused", async () => {
    expect(await embed({ format: "xml", url: "https://elsewhere.test" })).toMatchObject({
      status: 400,
      body: { code: "format_unavailable" },
    });
    expect((await embed({ format: "json" })).status).toBe(200);
  });

  test.each([
    ["another site's", () => `https://elsewhere.test/artwork/${artworkId}`],
    ["another page's", () => `${origin}/user/${artist.name}`],
    ["one below the artwork's", () => `${origin}/artwork/${artworkId}/edit`],
    ["unknown artwork's", () => `${origin}/artwork/0199a000-0000-7000-8000-000000000001`],
    ["not a URL", () => "artwork"],
  ])("a URL that is %s answers 404", async (_name, url) => {
    expect((await embed({ url: url() })).status).toBe(404);
  });

  test("an empty URL is refused", async () => {
    expect((await embed({ url: "" })).status).toBe(400);
  });

  test("hidden artwork answers 404, even to its artist", async () => {
    const hidden = await given.artwork(artist.userId);
    const change = { params: { artworkId: hidden.artworkId }, body: { artworkVisibility: "invisible" as const } };
    await api.call(updateArtwork, { as: artist.userId, ...change });
    const url = `${origin}/artwork/${hidden.artworkId}`;
    expect((await api.call(readEmbed, { as: artist.userId, query: { url } })).status).toBe(404);
  });
});
