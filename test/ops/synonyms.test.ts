import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { STANDARD_SYNONYMS } from "#lambdas/areas/search/synonyms.ts";
import { search } from "#shared/contract/search.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const synonyms = (...words: string[]) => run(PROJECT, "bin/ops.ts", "synonyms", ...words, ...ON_STAGE);

let api: Api;

/** The number of results a second later, when a process reads the index log again. */
async function count(q: string) {
  vi.advanceTimersByTime(1_000);
  return (await api.call(search, { query: { q } })).body.items.length;
}

const listGroups = ({ output }: { readonly output: string }) =>
  output.split("\n").filter((line) => /^[a-z]+( [a-z]+)+$/.test(line));

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  api = await startApi();
  await startStage();
  const given = createGiven(api);
  const caughtUp = createIndexUpdater(api);
  const { userId } = await given.user();
  await given.artwork(userId, { artworkTitle: "Streetcar" });
  await given.artwork(userId, { artworkTitle: "Dusk" });
  await given.artwork(userId, { artworkTitle: "Bicycle" });
  await caughtUp();
});

test("groups are listed, added, removed, set and reset, and applied without an extra read", async () => {
  expect(listGroups(await synonyms("list"))).toEqual(STANDARD_SYNONYMS);
  expect([await count("tram"), await count("sunset")]).toEqual([0, 1]);
  expect((await synonyms("add", "Tram streetcar", "--dry-run")).output).toContain("Dry run: nothing was changed.");
  expect(await count("tram")).toBe(0);
  expect(listGroups(await synonyms("add", "Tram streetcar"))).toEqual([...STANDARD_SYNONYMS, "tram streetcar"]);
  expect([await count("tram"), await count("sunset")]).toEqual([1, 1]);
  const { calls, readUnits } = await meter(() => count("tram"));
  expect([calls, readUnits <= 1]).toEqual([["QueryCommand"], true]);
  await synonyms("remove", "tram streetcar");
  expect(await count("tram")).toBe(0);
  expect(listGroups(await synonyms("set", "tram streetcar", "fjord inlet"))).toEqual(["tram streetcar", "fjord inlet"]);
  expect([await count("tram"), await count("sunset")]).toEqual([1, 0]);
  // WordNet's synonyms still apply.
  expect(await count("bike")).toBe(1);
  await synonyms("reset");
  expect([await count("tram"), await count("sunset")]).toEqual([0, 1]);
});

test.each([
  [["set"], "set takes groups."],
  [["list", "sea ocean"], "list takes no groups."],
  [["add", "sea"], "“sea” isn't a group"],
  [["remove", "sea lake"], "There is no group “sea lake”."],
  [["show"], "Expected list, set, add, remove or reset."],
])("%s is refused", async (words, reason) => {
  const refused = await synonyms(...words);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  expect(refused.output).not.toMatch(/\n\s+at /);
});
