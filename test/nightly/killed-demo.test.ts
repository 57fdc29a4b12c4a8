import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createDemo, type DemoOptions } from "#demo/demo.ts";
import { PEOPLE } from "#demo/people.ts";
import { WORKS } from "#demo/works.ts";
import { PAGE } from "#shared/limits.ts";
import { listReplies, seededCloud } from "#test/e2e/seeded-cloud.ts";

const { origin, get, soldBy } = seededCloud();

/** Runs a demo in a separate process and kills it before it has finished. */
async function runKilled(options: DemoOptions, afterMs: number) {
  const program = `import { createDemo } from "#demo/demo.ts"; await createDemo(${JSON.stringify(options)});`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
  await setTimeout(afterMs);
  child.kill("SIGKILL");
  await ended;
}

test("a demo that is killed repeatedly is completed by the next run, without duplicates", async () => {
  const names = ["lotte.kessler", "demo.artist", "mireille_fontaine", "sunniva_aas"];
  const few = WORKS.filter(({ title }) => ["Ausstellung", "Counting Ridges", "Veil"].includes(title));
  const options = {
    origin,
    people: PEOPLE.filter(({ userUsername }) => names.includes(userUsername)),
    works: few,
  };
  for (const afterMs of [1_000, 1_500, 2_000, 3_000, 4_500]) await runKilled(options, afterMs);
  await createDemo(options);

  const { items } = await get(`/api/artwork?limit=${PAGE.max}`);
  const titles = few.map(({ title }) => title).sort();
  const found = items.map(({ artworkTitle }: { artworkTitle: string }) => artworkTitle);
  expect(found.filter((title: string) => titles.includes(title)).sort()).toEqual(titles);
  const ridges = items.find(({ artworkTitle }: { artworkTitle: string }) => artworkTitle === "Counting Ridges");
  const comments = await get(`/api/artwork/${ridges.artworkId}/comments`);
  expect([comments.items.length, listReplies(comments).length]).toEqual([1, 1]);
  expect((await soldBy("sunniva_aas")).map(([title]) => title)).toEqual(["Veil"]);
});
