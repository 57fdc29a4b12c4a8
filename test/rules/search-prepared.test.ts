import { beforeEach, expect, test, vi } from "vitest";
import type { Change, Setting } from "#lambdas/search-engine/document.ts";
import { type Engine, type OpenIndexing, SearchAway, type Source } from "#lambdas/search-engine/engine.ts";
import { isPrepared, writeBoth } from "#lambdas/search-engine/prepared.ts";

const A_MINUTE = 60_000;

/** An engine in memory, for which `fail` throws while it fails. */
function openInMemory() {
  const engine = { written: [] as string[], rebuilt: [] as string[], fail: () => {} };
  const settings = new Map<string, unknown>();
  const write = async (readChanges: () => Promise<readonly (Change | Setting)[]>) => {
    engine.fail();
    for (const change of await readChanges()) {
      if ("setting" in change) settings.set(change.setting, change.value);
      else engine.written.push(change.id);
    }
  };
  const rebuild = async ({ name, list }: Source) => {
    engine.fail();
    for await (const _page of list("artwork"));
    engine.rebuilt.push(name);
  };
  const index = { readSetting: async (name: string) => settings.get(name) } as Engine["index"];
  return Object.assign(engine, { index, indexing: { write, rebuild } });
}

const away = () => {
  throw new SearchAway("asleep");
};

let answering: ReturnType<typeof openInMemory>;
let prepared: ReturnType<typeof openInMemory>;
let missed: unknown[];
let indexing: OpenIndexing;

beforeEach(() => {
  vi.useFakeTimers();
  [answering, prepared, missed] = [openInMemory(), openInMemory(), []];
  indexing = writeBoth(answering, prepared.indexing, (error) => missed.push(error));
});

const buildChange = (id: string): Change => ({ kind: "artwork", id, document: undefined });
const write = async (id: string, advanced = A_MINUTE) => {
  const writing = indexing.write(async () => [buildChange(id)]);
  writing.catch(() => {});
  await vi.advanceTimersByTimeAsync(advanced);
  return writing;
};
const source: Source = { name: "table", async *list() {}, read: async () => [] };
const rebuild = (during = source) => indexing.rebuild(during, () => undefined);

test("a write fails by the engine that answers alone", async () => {
  prepared.fail = () => {
    throw new Error("refused");
  };
  await write("1");
  expect([answering.written, prepared.written, missed]).toEqual([["1"], [], [expect.any(Error)]]);
  answering.fail = () => {
    throw new Error("broken");
  };
  await expect(write("2")).rejects.toThrow("broken");
  expect(missed).toHaveLength(1);
});

test("the prepared engine has half a minute to wake up", async () => {
  prepared.fail = away;
  const writing = indexing.write(async () => [buildChange("1")]);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(answering.written).toEqual(["1"]);
  prepared.fail = () => {};
  await vi.advanceTimersByTimeAsync(2_000);
  await writing;
  expect([prepared.written, missed]).toEqual([["1"], []]);
});

test("an engine that stays away holds up one write a minute", async () => {
  prepared.fail = away;
  await write("1", 32_000);
  await write("2", 0);
  expect([answering.written, missed.length]).toEqual([["1", "2"], 2]);
  prepared.fail = () => {};
  await vi.advanceTimersByTimeAsync(A_MINUTE);
  await write("3", 0);
  expect(prepared.written).toEqual(["3"]);
});

test("the prepared engine is complete once rebuilt, until it misses a write", async () => {
  const check = () => isPrepared(answering.index);
  expect(await check()).toBe(false);
  await rebuild();
  await write("1");
  expect(await check()).toBe(true);
  prepared.fail = away;
  await write("2");
  expect(await check()).toBe(false);
  prepared.fail = () => {};
  await vi.advanceTimersByTimeAsync(A_MINUTE);
  await write("3");
  expect(await check()).toBe(false);
  await rebuild();
  expect(await check()).toBe(true);
  // A rebuild that was interrupted before the miss isn't continued.
  expect(prepared.rebuilt[1]).not.toBe(prepared.rebuilt[0]);
});

test("a rebuild during which writes are missed fails", async () => {
  const during: Source = {
    ...source,
    async *list() {
      prepared.fail = away;
      await write("1");
      prepared.fail = () => {};
    },
  };
  await expect(rebuild(during)).rejects.toThrow("missed writes meanwhile");
  expect(await isPrepared(answering.index)).toBe(false);
});
