import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Change } from "#lambdas/search-engine/document.ts";
import type { OpenIndex } from "#lambdas/search-engine/engine.ts";
import { answerFrom } from "#lambdas/search-engine/file/answer.ts";
import { FileIndex, type FileNames } from "#lambdas/search-engine/file/file-index.ts";
import { removeEntries } from "#lambdas/search-engine/file/log.ts";
import { newPath, Replica } from "#lambdas/search-engine/file/replica.ts";
import { SearchTable } from "#lambdas/search-engine/file/table.ts";
import { meter } from "#test/support/meter.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let names: FileNames;

/** The interval in milliseconds at which a process reads the log. */
const A_SECOND = 1_000;

beforeEach(() => vi.advanceTimersByTime(A_SECOND));

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  api = await startApi();
  names = { SEARCH_TABLE_NAME: process.env.SEARCH_TABLE_NAME ?? "", SEARCH_BUCKET: process.env.SEARCH_BUCKET ?? "" };
});

const buildChange = (id: string, text = `harbour ${id}`): Change => ({
  kind: "users",
  id,
  document: { texts: [text], facets: [], measures: {}, card: { id } },
});

const write = (...changes: Change[]) =>
  actAs("process-table-stream", () => api.services.indexing.write(async () => changes));

const find = (index: OpenIndex, query: string) =>
  actAs("search", async () => (await index.findPage({ kind: "users", query, limit: 50 })).found.map(({ id }) => id));

test("changes are read from the log once a second for a read unit, and the rest from the writer's snapshot", async () => {
  const { index: early } = new FileIndex(names);
  await write(buildChange("first"));
  expect(await find(early, "first")).toEqual(["first"]);
  for (let at = 2; at <= 258; at++) await write(buildChange(`nr${at}`));
  expect(await api.s3.readObject(api.buckets.search, "index.sqlite.zst")).toBeDefined();

  const { index: cold } = new FileIndex(names);
  expect([await find(cold, "first"), await find(cold, "nr256"), await find(cold, "nr258")]).toEqual([
    ["first"],
    ["nr256"],
    ["nr258"],
  ]);
  expect((await meter(() => find(cold, "nr258"))).calls).toEqual([]);
  vi.advanceTimersByTime(A_SECOND);
  const { calls, readUnits } = await meter(() => find(cold, "nr258"));
  expect([calls, readUnits <= 1]).toEqual([["QueryCommand"], true]);

  // The log before the snapshot is removed, so the first reader can't continue from it.
  await removeEntries(256);
  expect([await find(early, "nr257"), await find(new FileIndex(names).index, "nr100")]).toEqual([["nr257"], ["nr100"]]);
});

test("a process finds its own write, even if its read of the log started before", async () => {
  const writer = new FileIndex(names);
  const { index } = writer;
  await find(index, "pontoon");
  vi.advanceTimersByTime(A_SECOND);
  const client = SearchTable.documentClient;
  if (!client) throw new Error("The table isn't open");
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const [queried, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(client, "send").mockImplementationOnce(async (command: unknown) => {
    const answer = await send(command);
    queried.resolve();
    await written.promise;
    return answer;
  });
  const early = find(index, "pontoon");
  await queried.promise;
  await actAs("process-table-stream", () => writer.write(async () => [buildChange("own", "pontoon")]));
  written.resolve();
  expect([await early, await find(index, "pontoon")]).toEqual([[], ["own"]]);
});

test("concurrent writes are all indexed", async () => {
  const writers = Array.from({ length: 8 }, () => new FileIndex(names));
  await Promise.all(writers.map((writer, at) => writer.write(async () => [buildChange(`of${at}`, "quay")])));
  expect((await find(api.services.index, "quay")).sort()).toEqual(writers.map((_, at) => `of${at}`));
});

test("a process's own writes never make one of them start again", async () => {
  const writer = new FileIndex(names);
  let reads = 0;
  const large = writer.write(async () => {
    reads++;
    await sleep(50);
    return [buildChange("large", "jetty")];
  });
  for (let at = 0; at < 3; at++) await writer.write(async () => [buildChange(`small${at}`, "jetty")]);
  await large;
  expect(reads).toBe(1);
  expect(await find(writer.index, "jetty")).toHaveLength(4);
});

test("an index is rebuilt from its source", async () => {
  const writer = new FileIndex(names);
  await writer.write(async () => [buildChange("gone", "slipway")]);
  await writer.reset();
  const { document } = buildChange("kept", "slipway");
  const lines: string[] = [];
  await actAs("process-table-stream", () =>
    writer.rebuild(
      {
        name: "table",
        async *list(kind) {
          yield { ids: kind === "users" ? ["kept", "no more"] : [] };
        },
        read: async (_kind, ids) => ids.map((id) => (id === "kept" ? document : undefined)),
      },
      (line) => lines.push(line),
    ),
  );
  expect(await find(writer.index, "slipway")).toEqual(["kept"]);
  expect(lines).toEqual(["Indexed 1 users.", "Indexed 0 artwork."]);
});

test("a snapshot of another format is reindexed", async () => {
  const old = Replica.empty();
  const setting = { setting: "synonyms", value: ["quay wharf"] };
  old.apply(7, [buildChange("one"), buildChange("two"), { kind: "users", id: "two" }, setting]);
  old.all("UPDATE state SET format = 0");
  old.all("DELETE FROM words_users");
  const path = newPath();
  old.save(path);
  const again = Replica.open(path);
  expect(again.sequence).toBe(7);
  expect(again.setting("synonyms")).toBe('["quay wharf"]');
  expect(
    await find(
      answerFrom(async () => again),
      "harbour",
    ),
  ).toEqual(["one"]);
});

test("a snapshot without hashes is loaded, and stores hashes of later writes", () => {
  const hash = Buffer.from("a hash").toString("base64");
  const old = Replica.empty();
  old.apply(1, [buildChange("one", "quay")]);
  old.all("DROP TABLE hashes");
  const path = newPath();
  old.save(path);
  const replica = Replica.open(path);
  const hashes = () => [...replica.hashes()].map((row) => Buffer.from(row.hash as Uint8Array).toString());
  expect(hashes()).toEqual([]);
  const { document, ...change } = buildChange("one", "quay");
  replica.apply(2, [{ ...change, document: document && { ...document, hash } }]);
  expect(hashes()).toEqual(["a hash"]);
  replica.apply(3, [change]);
  expect(hashes()).toEqual([]);
});
