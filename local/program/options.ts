import { join } from "node:path";
import { parseArgs } from "node:util";

export const PROJECT = join(import.meta.dirname, "../..");

export interface Options {
  stage: string;
  port: number;
  /** Folder of all state. */
  home: string;
  fresh: boolean;
  seed: boolean;
  build: boolean;
}

const HELP = `npm start -- [options]
  --fresh           begin with an empty state
  --no-seed         leave out the demo's people and pictures
  --stage <name>    run another stage's stack, e.g. production with its switches (local)
  --no-build        run what is built already
PORT=<number>       the site's port (3000); the services take the seven after it
OCHRE_HOME=<folder> where state is kept (.local)`;

/** Reads the command line. Fails with one line on what it doesn't know; gives nothing after printing the help. */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): Options | undefined {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      fresh: { type: "boolean", default: false },
      seed: { type: "boolean", default: true },
      build: { type: "boolean", default: true },
      stage: { type: "string", default: "local" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return undefined;
  }
  const port = Number(environment.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_530) throw new Error(`PORT=${environment.PORT} is no port.`);
  const { stage, fresh, seed, build } = values;
  return { stage, port, fresh, seed, build, home: environment.OCHRE_HOME || join(PROJECT, ".local") };
}
