import { beforeAll, expect, test, vi } from "vitest";
import { STANDARD_SYNONYMS, synonymsSetting } from "#lambdas/areas/search/synonyms.ts";
import { changeSynonyms, readSearchWords } from "#shared/contract/admin.ts";
import { countSearchMiss } from "#shared/contract/audience.ts";
import { search } from "#shared/contract/search.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { createOperators } from "#test/support/operators.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let token: string;

const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  api = await startApi();
  ({ token } = await createOperators(api, createAccounts(api)).createOperator(["curation"]));
  const given = createGiven(api);
  await given.artwork((await given.user()).userId, { artworkTitle: "Streetcar" });
  await createIndexUpdater(api)();
});

const read = async () => (await api.call(readSearchWords, { token })).body;

const change = (body: object) => api.call(changeSynonyms, { token, body: { reason: "Asked for", ...body } });

const miss = (q: string, sourceIp: string, headers: Record<string, string> = BROWSER) =>
  api.call(countSearchMiss, { query: { q }, headers, from: sourceIp });

/** Results a second later, when a process reads the index log again. */
async function countFound(q: string) {
  vi.advanceTimersByTime(1_000);
  return (await api.call(search, { query: { q } })).body.items.length;
}

test("a group is added, changed in its place and removed, and searches follow", async () => {
  expect(await countFound("tram")).toBe(0);
  expect((await change({ add: " Tram,  streetcar tram" })).body.groups).toEqual([
    "tram streetcar",
    ...STANDARD_SYNONYMS,
  ]);
  expect(await countFound("tram")).toBe(1);
  const [, second = ""] = (await read()).groups;
  expect((await change({ remove: second, add: `${second} gloaming` })).body.groups[1]).toBe(`${second} gloaming`);
  vi.advanceTimersByTime(1_000);
  await change({ remove: "tram streetcar" });
  expect(await countFound("tram")).toBe(0);
  // Repeated, as after a lost answer.
  const again = await change({ remove: "tram streetcar" });
  expect([again.status, again.failure.code]).toEqual([409, "synonyms_changed"]);
});

test.each(["tram", "tram TRAM", "—"])("“%s” isn't a group", async (add) => {
  const { status, failure } = await change({ add });
  expect([status, failure.fields]).toEqual([400, { add: MESSAGES.synonymsTooFew }]);
});

test("there are at most so many groups", async () => {
  const first = Array.from({ length: LIMITS.synonyms.groups }, (_, at) => `first${at} second${at}`);
  await api.services.indexing.write(async () => [synonymsSetting(first)]);
  vi.advanceTimersByTime(1_000);
  const { status, failure } = await change({ add: "tram streetcar" });
  expect([status, failure.fields]).toEqual([400, { add: MESSAGES.synonymsTooMany }]);
  await api.services.indexing.write(async () => [synonymsSetting(null)]);
  vi.advanceTimersByTime(1_000);
});

test("a search without results is one write, and counts once a day per visitor", async () => {
  const { calls } = await meter(() => miss("Zeppelins!", "192.0.2.1"));
  expect(calls).toEqual(["UpdateItemCommand"]);
  await miss("zeppelins", "192.0.2.1");
  expect((await read()).days.at(-1)?.count).toBe(1);
});

test("robots, and queries without a word, don't count", async () => {
  const before = (await read()).days.at(-1)?.count;
  await miss("zeppelins", "192.0.2.99", { "user-agent": "Googlebot/2.1" });
  await miss("?!", "192.0.2.99");
  expect((await read()).days.at(-1)?.count).toBe(before);
});

test("words are shown once five visitors searched for them, for thirty days", async () => {
  for (let at = 1; at <= 4; at++) await miss("ada painter private street", `198.51.100.${at}`);
  expect((await read()).missed).toEqual([]);
  for (let at = 1; at <= 20; at++) await miss("gazebo", `203.0.113.${at}`);
  const { missed } = await read();
  expect(missed.map(({ words }) => words)).toEqual(["gazebo"]);
  expect(missed[0]?.count).toBeGreaterThan(15);
  api.travel(LIFETIMES.searchMiss);
  const later = await createOperators(api, createAccounts(api)).createOperator(["curation"]);
  expect((await api.call(readSearchWords, { token: later.token })).body).toMatchObject({ missed: [] });
});
