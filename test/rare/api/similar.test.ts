import { beforeAll, describe, expect, test } from "vitest";
import { deleteArtwork, readArtwork, readSimilar, updateArtwork } from "#shared/contract/artwork.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let updateIndex: ReturnType<typeof createIndexUpdater>;
const artists: { userId: string }[] = [];

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  updateIndex = createIndexUpdater(api);
  for (let at = 0; at < 6; at++) artists.push(await given.user());
});

/** Publishes artwork with these tags, of the artist with that index. */
const publish = async (artist: number, artworkTags: string[], form = {}) =>
  (await given.artwork(artists[artist]?.userId ?? "", { artworkTags, ...form })).artworkId;

const ask = (artworkId: string) => api.call(readSimilar, { params: { artworkId } });

async function similarTo(artworkId: string): Promise<string[]> {
  const { status, body } = await ask(artworkId);
  expect(status).toBe(200);
  return body.items.map((card) => card.artworkId);
}

describe("similar artwork", () => {
  test("shares most of its tags, rare ones before common ones, and excludes the artwork itself", async () => {
    const common = [];
    for (let at = 0; at < 4; at++) common.push(await publish(at, ["meadow"]));
    const rare = await publish(4, ["larkspur"]);
    const both = await publish(5, ["larkspur", "meadow"]);
    const shown = await publish(0, ["meadow", "larkspur", "nobody-else-has-it"]);
    await updateIndex();
    expect((await similarTo(shown)).slice(0, 6)).toEqual([both, rare, ...common.toReversed()]);
    expect(await similarTo(shown)).not.toContain(shown);
    expect(await similarTo(shown)).toEqual(await similarTo(shown));
  });

  test("has the same medium first among equal tags", async () => {
    const collage = await publish(1, ["heath"], { artworkMedium: "collage" });
    const photograph = await publish(2, ["heath"], { artworkMedium: "photograph" });
    const none = await publish(3, ["heath"]);
    const shown = await publish(0, ["heath"], { artworkMedium: "collage" });
    await updateIndex();
    expect((await similarTo(shown)).slice(0, 3)).toEqual([collage, none, photograph]);
  });

  test("has at most three works of one artist, and at most twelve in all", async () => {
    const many = [];
    for (let at = 0; at < 5; at++) many.push(await publish(1, ["gorse"]));
    const own = [];
    for (let at = 0; at < 5; at++) own.push(await publish(0, ["gorse"]));
    const others = [await publish(2, ["gorse"]), await publish(3, ["gorse"])];
    const shown = await publish(0, ["gorse"]);
    await updateIndex();
    const { body } = await ask(shown);
    const ids = body.items.map(({ artworkId }): string => artworkId);
    expect(ids.length).toBeLessThanOrEqual(LIMITS.similar);
    expect(ids.slice(0, 8)).toEqual([
      ...others.toReversed(),
      ...own.slice(2).toReversed(),
      ...many.slice(2).toReversed(),
    ]);
    for (const { userId } of artists) {
      expect(body.items.filter(({ owner }) => owner.id === userId).length).toBeLessThanOrEqual(3);
    }
  });

  test("is listed as cards, without hidden and deleted artwork", async () => {
    const [hidden, deleted, left] = [await publish(1, ["fen"]), await publish(2, ["fen"]), await publish(3, ["fen"])];
    const shown = await publish(0, ["fen"]);
    await updateIndex();
    expect((await similarTo(shown)).slice(0, 3)).toEqual([left, deleted, hidden]);
    await api.call(updateArtwork, {
      as: artists[1]?.userId ?? "",
      params: { artworkId: hidden },
      body: { artworkVisibility: "invisible" },
    });
    await api.call(deleteArtwork, { as: artists[2]?.userId ?? "", params: { artworkId: deleted } });
    await updateIndex();
    const ids = await similarTo(shown);
    expect([ids[0], ids.includes(hidden), ids.includes(deleted)]).toEqual([left, false, false]);
    const [card] = (await ask(shown)).body.items;
    const { body: detail } = await api.call(readArtwork, { params: { artworkId: left } });
    expect(card).toMatchObject({
      artworkId: left,
      owner: detail.owner,
      previews: detail.version.previews,
      favorites: 0,
    });
  });

  test("is filled up with popular artwork", async () => {
    const popular = await publish(4, ["unlike-anything"]);
    for (const fan of artists.slice(0, 3)) {
      await api.call(addFavorite, { as: fan.userId, params: { artworkId: popular } });
    }
    const shown = await publish(5, []);
    // It isn't indexed yet.
    expect((await similarTo(shown)).length).toBeGreaterThan(0);
    await updateIndex();
    expect(await similarTo(shown)).toContain(popular);
  });

  test("is found for the maximum number of tags", async () => {
    const tags = Array.from({ length: 12 }, (_, at) => `thicket-${at}`);
    for (let at = 0; at < 20; at++) await publish(at % 6, tags);
    const shown = await publish(0, tags, { artworkMedium: "painting" });
    await updateIndex();
    expect((await similarTo(shown)).length).toBeGreaterThan(9);
  });
});

describe("no similar artwork is listed", () => {
  test("for hidden, deleted or unknown artwork", async () => {
    const owner = artists[0]?.userId ?? "";
    const hidden = await publish(0, ["bog"], { artworkVisibility: "invisible" });
    const deleted = await publish(0, ["bog"]);
    await api.call(deleteArtwork, { as: owner, params: { artworkId: deleted } });
    for (const artworkId of [hidden, deleted, "01890a5d-ac96-774b-bcce-b302099a8057"]) {
      const { status, failure } = await ask(artworkId);
      expect([status, failure.code]).toEqual([404, "artwork_not_found"]);
    }
  });

  test("for a malformed id", async () => {
    const { status, failure } = await ask("not-an-id");
    expect([status, failure.fields]).toEqual([400, { artworkId: MESSAGES.invalidUuid }]);
  });
});
