import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readArtwork } from "#shared/contract/artwork.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const ops = (...words: string[]) => run(PROJECT, "bin/ops.ts", ...words, ...ON_STAGE);

const STATEMENT = ["--reason", "Nudity", "--rule", "Our terms"] as const;

let api: Api;
let artworkId: string;

beforeAll(async () => {
  api = await startApi();
  await startStage();
  const given = createGiven(api);
  artworkId = (await given.artwork((await given.user()).userId)).artworkId;
});

const isMature = async () => (await api.call(readArtwork, { params: { artworkId } })).body.version.mature;

test("an artwork is marked and unmarked as mature, and both are in the audit log", async () => {
  const dry = await ops("mature", "mark", "--artwork", artworkId, ...STATEMENT, "--dry-run");
  expect(dry.output).toContain("Dry run: nothing was changed.");
  expect(await isMature()).toBe(false);
  for (const _again of [1, 2]) {
    expect(await ops("mature", "mark", "--artwork", artworkId, ...STATEMENT)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Artwork ${artworkId} is marked as mature.`),
    });
    expect(await isMature()).toBe(true);
  }
  expect(await ops("mature", "unmark", "--artwork", artworkId, "--reason", "Checked")).toMatchObject({ code: 0 });
  expect(await isMature()).toBe(false);
  const { output } = await ops("audit", "--event", "artwork");
  expect(output).toMatch(/artwork\.mark_mature .*\n(.*\n)*.*artwork\.unmark_mature /);
});

test.each([
  [["veil", "--artwork", "x"], 'Expected "mark" or "unmark".'],
  [["mark", "--artwork", "x", ...STATEMENT], "x isn't an artwork id."],
  [["mark", "--artwork", "x"], "--reason and --rule are required."],
  [["unmark", "--artwork", "x"], "--reason is required."],
])("mature %s is refused", async (words, reason) => {
  expect(await ops("mature", ...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});
