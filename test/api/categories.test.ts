import { beforeAll, expect, test } from "vitest";
import { replaceCurated } from "#lambdas/areas/artwork/curated.ts";
import { listCategories } from "#shared/contract/artwork.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let updateIndex: ReturnType<typeof createIndexUpdater>;
const ids: string[] = [];

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  updateIndex = createIndexUpdater(api);
});

test("a stage without artwork has no categories", async () => {
  expect((await api.call(listCategories, {})).body).toEqual({ items: [] });
});

test("mediums come before tags, each with a visible artwork that represents no other category", async () => {
  const artist = await given.user();
  const publish = async (form: Partial<ArtworkFormInput>) =>
    ids.push((await given.artwork(artist.userId, form)).artworkId);
  for (let at = 0; at < 4; at++)
    await publish({ ...(at < 3 ? { artworkMedium: "photograph" } : {}), artworkTags: ["fog"] });
  for (let at = 0; at < 2; at++) await publish({ artworkTags: ["rare"] });
  for (let at = 0; at < 4; at++) await publish({ artworkTags: ["gone"], artworkVisibility: "invisible" });
  const fan = await given.user();
  await api.call(addFavorite, { as: fan.userId, params: { artworkId: ids[1] ?? "" } });
  await updateIndex();

  const { items } = (await api.call(listCategories, {})).body;
  expect(items.map(({ tag, count, artwork }) => [tag, count, ids.indexOf(artwork.artworkId)])).toEqual([
    ["photograph", 3, 2],
    ["fog", 4, 1],
  ]);
  expect(Object.keys(items[0]?.artwork ?? {}).sort()).toEqual([
    "artworkId",
    "height",
    "mature",
    "owner",
    "placeholder",
    "previews",
    "width",
  ]);

  // Works that the home page shows above are left out, and with them a category without another picture.
  expect(await replaceCurated(api.services.table, { artworkIds: [] }, ids.slice(0, 3))).toBe(true);
  const others = (await api.call(listCategories, {})).body.items;
  expect(others.map(({ tag, artwork }) => [tag, ids.indexOf(artwork.artworkId)])).toEqual([["fog", 3]]);
});
