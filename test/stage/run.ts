import { parseArgs } from "node:util";
import { createVitest } from "vitest/node";
import { existingAccounts } from "./people.ts";
import { findStage, LAPTOP, VARIABLES } from "./stage.ts";

const HELP = `npm run test:stage -- [options]
  --url <address>     the stage to test (default: ${LAPTOP}, the running laptop)
  --read-only         only what reads: headers, caching, pages, rights without a token
  --yes-production    agree to test production, of which only the reading part is ever run
${VARIABLES.artist}, ${VARIABLES.buyer} = username:password of two accounts of a deployed stage; a laptop gets new ones`;

/** Test files that write nothing. */
const READING = "test/stage/read.test.ts";

function readOptions(args: string[]) {
  const options = {
    url: { type: "string", default: LAPTOP },
    "read-only": { type: "boolean", default: false },
    "yes-production": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  } as const;
  return parseArgs({ args, options }).values;
}

/** Test files to run against the stage, none for all. Throws a one-line error if they may not run. */
async function chooseFiles({ url, "read-only": readOnly, "yes-production": agreed }: ReturnType<typeof readOptions>) {
  const { origin, stage, isTrial, isLaptop } = await findStage(url);
  process.env[VARIABLES.url] = origin;
  if (!isTrial && !agreed) throw new Error(`${origin} is ${stage}: say --yes-production to run what only reads.`);
  if (!isTrial || readOnly) return [READING];
  if (!isLaptop) existingAccounts();
  return [];
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(HELP);
    return;
  }
  const files = await chooseFiles(options);
  const vitest = await createVitest({ project: ["stage"], watch: false, reporters: ["verbose"] });
  // Vitest would exit at once and leave the run's data; a second Ctrl-C still does that.
  process.removeAllListeners("SIGINT");
  process.once("SIGINT", () => void vitest.cancelCurrentRun("keyboard-input"));
  await vitest.start(files);
  await vitest.close();
}

await main().catch((problem: unknown) => {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
});
