import { beforeAll, beforeEach, expect, test } from "vitest";
import { findCurated, replaceSelection } from "#lambdas/areas/artwork/curated.ts";
import { changeHomePage, listLog, readHomePage } from "#shared/contract/admin.ts";
import { deleteArtwork, listCategories, listCurated, updateArtwork } from "#shared/contract/artwork.ts";
import { STRIP } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { createOperators } from "#test/support/operators.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let token: string;
let curator: string;
let artist: string;
let ids: string[];

beforeAll(async () => {
  api = await startApi();
  const people = createAccounts(api);
  ({ token, userId: curator } = await createOperators(api, people).createOperator(["curation", "support"]));
  const given = createGiven(api);
  artist = (await given.user()).userId;
  ids = [];
  for (let at = 0; at < 6; at++)
    ids.push((await given.artwork(artist, { artworkTags: ["fog"], artworkTitle: `Work ${at}` })).artworkId);
  await createIndexUpdater(api)();
});

beforeEach(async () => {
  const { table } = api.services;
  await replaceSelection(table, await findCurated(table, { consistent: true }), { artworkIds: [] });
});

const entry = (artworkId: string, from: string | null = null, until: string | null = null) => ({
  artworkId,
  from,
  until,
});

const read = async () => (await api.call(readHomePage, { token })).body;

const change = async (body: object) =>
  api.call(changeHomePage, { token, body: { revision: (await read()).revision, reason: "Autumn", ...body } });

const listShown = async () => (await api.call(listCurated, {})).body.items.map(({ artworkId }) => artworkId);

const day = (offset: number) => new Date(api.services.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10);

test("a curator's row is what visitors get, and its days say when", async () => {
  const [a = "", b = "", c = "", d = ""] = ids;
  const { status, body } = await change({
    curated: [entry(a), entry(b, day(1)), entry(c, null, day(-1)), entry(d, day(0), day(0))],
  });
  expect(status).toBe(200);
  expect(body.curated.map(({ state }) => state)).toEqual(["shown", "scheduled", "over", "shown"]);
  expect((await listShown()).toSorted()).toEqual([a, d].toSorted());
  const { items } = (
    await api.call(listLog, { token, query: { reason: "security", who: curator, event: "home.curate" } })
  ).body;
  expect(items[0]).toMatchObject({ outcome: "done", reason: "Autumn" });
});

test("the second of two operators gets a message, and changes nothing", async () => {
  const { revision } = await read();
  const answers = await Promise.all(
    [ids[0] ?? "", ids[1] ?? ""].map((artworkId) => change({ revision, curated: [entry(artworkId)] })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
  expect(lost?.failure).toMatchObject({ code: "home_page_changed", message: MESSAGES.homePageChanged });
  expect((await read()).curated).toEqual(won?.body.curated);
});

test("only artwork that visitors can see is added; what became hidden or deleted stays until it is removed", async () => {
  const [, , , , hidden = "", deleted = ""] = ids;
  await change({ curated: [entry(hidden), entry(deleted)] });
  await api.call(updateArtwork, {
    as: artist,
    params: { artworkId: hidden },
    body: { artworkVisibility: "invisible" },
  });
  await api.call(deleteArtwork, { as: artist, params: { artworkId: deleted } });
  const { curated } = await read();
  expect(curated.map(({ state, artwork }) => [state, artwork?.artworkTitle])).toEqual([
    ["hidden", "Work 4"],
    ["hidden", undefined],
  ]);
  expect((await change({ curated: [entry(deleted), entry(hidden)] })).status).toBe(200);
  await change({ curated: [] });
  expect((await change({ curated: [entry(hidden)] })).failure.code).toBe("artwork_unavailable");
  expect((await change({ covers: [{ tag: "fog", artworkId: hidden }] })).failure.code).toBe("artwork_unavailable");
});

test("a category has the chosen cover until none is chosen", async () => {
  const [first = ""] = ids;
  const getCover = async () => (await api.call(listCategories, {})).body.items[0]?.artwork.artworkId;
  const own = await getCover();
  expect(own).not.toBe(first);
  const { body } = await change({ covers: [{ tag: "fog", artworkId: first }] });
  expect(body.categories.map(({ tag, isChosen }) => [tag, isChosen])).toEqual([["fog", true]]);
  expect(await getCover()).toBe(first);
  // A change of the row leaves the covers as they are.
  await change({ curated: [entry(ids[1] ?? "")] });
  expect(await getCover()).toBe(first);
  await change({ covers: [{ tag: "fog", artworkId: null }] });
  expect(await getCover()).toBe(own);
});

test.each([
  [{ curated: [entry("0199a000-0000-7000-8000-000000000001", "2026-12-02", "2026-12-01")] }, MESSAGES.startAfterEnd],
  [{ curated: [entry("0199a000-0000-7000-8000-000000000001", "2026-02-30")] }, MESSAGES.invalidDate],
  [{ curated: Array.from({ length: 2 }, () => entry("0199a000-0000-7000-8000-000000000001")) }, MESSAGES.invalid],
  [
    {
      curated: Array.from({ length: STRIP.curated + 1 }, (_, at) =>
        entry(`0199a000-0000-7000-8000-0000000000${at + 10}`),
      ),
    },
    MESSAGES.tooManyCurated,
  ],
  [{ revision: -1 }, MESSAGES.invalid],
])("%j is refused", async (body, message) => {
  const { status, failure } = await change(body);
  expect([status, failure.message]).toEqual([400, message]);
});
