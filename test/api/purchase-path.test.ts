import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { expect, test } from "vitest";
import { notify } from "#lambdas/streams/notify.ts";
import { runProcessors } from "#lambdas/streams/run-processors.ts";
import { followStream } from "#test/support/follow-stream.ts";
import { startShop } from "#test/support/purchasing.ts";

/** Entities and the codecs of their attributes. */
const SCHEMA = /\.entity\.ts$|\/stored-\w+\.ts$|\/table\/compact-id\.ts$/;

/** Sources of functions that ran meanwhile, the table's schema aside. */
async function filesRunBy(run: () => Promise<void>) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)));
  const files = ran.flatMap(({ url }) => /\/(lambdas\/[\w./-]+\.ts)$/.exec(url)?.[1] ?? []);
  return [...new Set(files)].filter((file) => !SCHEMA.test(file)).sort();
}

test("docs/architecture.md lists every file of the functions that a purchase runs through", async () => {
  const { api, shop } = await startShop();
  const follow = followStream(process.env.TABLE_NAME ?? "", [runProcessors([notify], api.services)]);
  async function buy() {
    const { buyer, ...offered } = await shop.offer();
    await follow();
    return async () => {
      const { body } = await shop.begin(offered, buyer.userId);
      await shop.pay(body.orderIntent);
      await shop.place(body.orderIntent, buyer.userId);
      await follow();
    };
  }
  // What modules do once, when they are loaded, is over by the second purchase.
  await (await buy())();
  const files = await filesRunBy(await buy());
  const [, section = ""] = readFileSync("docs/architecture.md", "utf8").split("## A purchase, file by file");
  expect(files.filter((file) => !section.includes(`\`${file}\``))).toEqual([]);
});
