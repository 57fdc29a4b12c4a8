import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { homeOf, lockFolder, PICTURES_FOLDER } from "#local/cloud/state-folder.ts";
import { portOf } from "#local/program/options.ts";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { call, SeedError } from "#local/seed/client.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, PEOPLE } from "#local/seed/people.ts";
import { DEMO_PROGRESS, seed } from "#local/seed/seed.ts";

const POLL_MS = 1_000;

/** Two that make the same artwork at once would make it twice. */
async function waitForOtherDemo(origin: string) {
  const question = { step: "ask whether a demo is being made", method: "GET", path: "/__local/notice" } as const;
  const isUnderWay = async () => (await call<{ isUnderWay: boolean }>(origin, question)).isUnderWay;
  const isBusy = await isUnderWay().catch((error: unknown) => {
    const reason = error instanceof SeedError ? error.message : String(error);
    throw new Error(`No laptop answers at ${origin}: npm start runs one, and PORT=<number> names its port. ${reason}`);
  });
  if (!isBusy) return;
  console.log("Waiting for the demo that the laptop is making");
  while (await isUnderWay()) await sleep(POLL_MS);
}

/** `npm run seed`: the whole demo for a laptop that runs. */
async function addDemo() {
  const { values } = parseArgs({
    options: {
      origin: { type: "string", default: `http://localhost:${portOf(process.env)}` },
      pictures: { type: "string", default: join(homeOf(process.env), PICTURES_FOLDER) },
    },
  });
  const lock = lockFolder(values.pictures);
  if ("holder" in lock) throw new Error(`Another npm run seed is under way, process ${lock.holder}: wait for its end.`);
  try {
    await waitForOtherDemo(values.origin);
    console.log(`Adding what ${values.origin} lacks of ${CATALOGUE.length} works: about a minute for the first time`);
    await seed({
      origin: values.origin,
      picturesDir: values.pictures,
      onWait: (line) => console.log(line),
      onProgress: (published, total) => console.log(`${DEMO_PROGRESS}: ${published} of ${total}`),
    });
  } finally {
    lock.release();
  }
  console.log(`The demo has all ${CATALOGUE.length} works and ${PEOPLE.length} people`);
  const names = DEMO_ACCOUNTS.map(({ userUsername }) => userUsername).join(" and ");
  console.log(`Log in as ${names} with the password ${DEMO_PASSWORD}`);
}

try {
  await addDemo();
} catch (error) {
  // Errors that the laptop's programs throw on purpose have a message of one line for users.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
