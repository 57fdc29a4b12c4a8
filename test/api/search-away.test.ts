import { beforeAll, expect, test } from "vitest";
import { type OpenIndex, SearchAway } from "#lambdas/search-engine/engine.ts";
import {
  listArtwork,
  listCategories,
  readNearCopies,
  readSimilar,
  recognizePicture,
} from "#shared/contract/artwork.ts";
import { search, searchByLook, suggest, suggestTags } from "#shared/contract/search.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Route } from "#shared/route.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let artworkId: string;
let userId: string;

const away = () => Promise.reject(new SearchAway("asleep"));
const index: OpenIndex = {
  findPage: away,
  countFacets: away,
  findSharing: away,
  findCopies: away,
  findWithFacet: away,
  readSetting: away,
  withDeadline: () => index,
};

beforeAll(async () => {
  api = await startApi();
  const given = createGiven(api);
  ({ userId } = await given.user());
  ({ artworkId } = await given.artwork(userId, { artworkTitle: "Lighthouse" }));
});

const hash = Buffer.alloc(16, 5).toString("base64url");

test.each<[string, Route, Readonly<Record<string, unknown>>]>([
  ["a search for artwork", search, { q: "lighthouse" }],
  ["a search for people", search, { q: "lighthouse", t: "users" }],
  ["a filtered list", listArtwork, { medium: "painting" }],
  ["a list by price", listArtwork, { sort: "price" }],
  ["a search by look", searchByLook, { likeness: "A".repeat(64) }],
  ["suggestions", suggest, { q: "light" }],
  ["suggested tags", suggestTags, { q: "light" }],
  ["recognizing a picture", recognizePicture, { hash }],
])("while search starts up, %s answers 503 with Retry-After", async (_what, route, query) => {
  const { status, failure, headers } = await api.call(route, { query }, { index });
  expect([status, failure.code, failure.message]).toEqual([503, "search_waking", MESSAGES.searchWaking]);
  expect(headers["retry-after"]).toBe("5");
});

test("while search starts up, plain lists, categories, similar works and copies still answer", async () => {
  const lists = await api.call(listArtwork, {}, { index });
  expect(lists.body.items).toMatchObject([{ artworkId }]);
  const categories = await api.call(listCategories, {}, { index });
  expect([categories.status, categories.body.items]).toEqual([200, []]);
  const similar = await api.call(readSimilar, { params: { artworkId } }, { index });
  expect([similar.status, similar.body.items]).toEqual([200, []]);
  const mediaId = await createGiven(api).picture(userId);
  const copies = await api.call(readNearCopies, { as: userId, params: { mediaId } }, { index });
  expect([copies.status, copies.body.items]).toEqual([200, []]);
});
