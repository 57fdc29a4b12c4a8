import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { listCurated } from "#shared/contract/artwork.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const curate = (...words: string[]) => run(PROJECT, "bin/ops.ts", "curate", ...words, ...ON_STAGE);

let api: Api;
let ids: string[];

/** The works shown, from the minute at which the operators' first one leads. */
async function shown(): Promise<string[]> {
  const count = Math.max(1, (await api.call(listCurated, {})).body.items.length);
  const turn = count * 60_000;
  api.travel((turn - (api.services.now().getTime() % turn)) / 1000);
  return (await api.call(listCurated, {})).body.items.map(({ artworkId }: { artworkId: string }) => artworkId);
}

beforeAll(async () => {
  api = await startApi();
  await startStage();
  const given = createGiven(api);
  const { userId } = await given.user();
  ids = [];
  for (let at = 0; at < 3; at++) ids.push((await given.artwork(userId)).artworkId);
});

test("the strip is set in order, extended at a position, reordered, reduced and cleared", async () => {
  const [a = "", b = "", c = ""] = ids;
  expect(await curate("list")).toMatchObject({ code: 0, output: expect.stringContaining("The strip is empty.") });
  expect(await curate("set", b, a)).toMatchObject({ code: 0, output: expect.stringContaining(`1. ${b}`) });
  expect(await shown()).toEqual([b, a]);
  await curate("add", c, "--at", "1");
  expect(await shown()).toEqual([c, b, a]);
  await curate("add", c);
  expect(await shown()).toEqual([b, a, c]);
  await curate("remove", a);
  expect(await shown()).toEqual([b, c]);
  const dry = await curate("clear", "--dry-run");
  expect(dry).toMatchObject({ code: 0, output: expect.stringContaining("Dry run: nothing was changed.") });
  expect(await shown()).toEqual([b, c]);
  await curate("clear");
  expect(await shown()).toEqual([]);
});

test.each([
  [["set"], "set takes artwork ids."],
  [["list", "0198f3a1-0000-7000-8000-000000000001"], "list takes no ids."],
  [["set", "dunes"], "dunes isn't an artwork id."],
  [["add", "0198f3a1-0000-7000-8000-000000000001"], "Visitors can't see 0198f3a1-0000-7000-8000-000000000001."],
  [["remove", "0198f3a1-0000-7000-8000-000000000001"], "isn't in the strip."],
  [["clear", "--at", "1"], "--at 1 isn't valid."],
  [["show"], "Expected list, set, add, remove or clear."],
])("%s is refused", async (words, reason) => {
  const refused = await curate(...words);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  expect(refused.output).not.toMatch(/\n\s+at /);
});
