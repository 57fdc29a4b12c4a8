import { existsSync } from "node:fs";
import { join } from "node:path";
import { PICTURES_FOLDER } from "#local/cloud/state-folder.ts";
import { type Cloud, type CloudOptions, startCloud } from "#local/cloud.ts";
import type { PictureRenderer } from "#local/seed/art/picture-renderer.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#local/seed/people.ts";
import { APP_NAME } from "#shared/brand.ts";
import { buildStack } from "./build-stack.ts";
import { type Options, readOptions } from "./options.ts";
import { runUntilSignal } from "./run-until-signal.ts";

/** What `npm run dev` adds to `npm start`. */
export interface Development {
  beforeSite: CloudOptions["beforeSite"];
  /** Starts watching once the cloud runs; resolves with the function that stops it. */
  watch(cloud: Cloud, options: Options, report: (line: string) => void): Promise<() => Promise<void>>;
}

/** Prints a line with the seconds since the program started. */
const createProgress = () => (line: string) =>
  console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`);

/** A first start draws every picture, so drawing begins while the build runs. */
async function startDrawing({ home, seed }: Options): Promise<PictureRenderer | undefined> {
  const folder = join(home, PICTURES_FOLDER);
  if (!seed || existsSync(folder)) return undefined;
  const { startDemoRenderer } = await import("#local/seed/seed.ts");
  // The cloud reports a folder that can't be created.
  return startDemoRenderer(folder).catch(() => undefined);
}

async function seedOnce(
  cloud: Cloud,
  { stage, home }: Options,
  report: (line: string) => void,
  renderer: PictureRenderer | undefined,
) {
  const seeded = cloud.state<string>("seeded");
  if (seeded.has(stage)) return renderer?.close();
  const { seed } = await import("#local/seed/seed.ts");
  let reported = 0;
  await seed({
    origin: cloud.origin,
    picturesDir: join(home, PICTURES_FOLDER),
    renderer,
    onProgress(done, total, text) {
      const tenths = Math.floor((done / total) * 10);
      if (tenths === reported && done < total) return;
      reported = tenths;
      report(`Demo ${done} of ${total}: ${text}`);
    },
  });
  seeded.set(stage, new Date().toISOString());
}

/** Builds the stack, runs the laptop cloud, seeds it once and prints its URL. Runs until a signal. */
export async function runProgram(develop?: (signal: AbortSignal) => Promise<Development>) {
  let options: Options | undefined;
  await runUntilSignal(
    async (signal) => {
      options = readOptions(process.argv.slice(2), process.env);
      if (!options) process.exit(0);
      const report = createProgress();
      const { stage, home, port, fresh, seed, build } = options;
      const drawing = startDrawing(options);
      const cdkOut = await buildStack(stage, report, signal, build ? undefined : []);
      const development = await develop?.(signal);
      report("Starting the laptop cloud");
      const { beforeSite } = development ?? {};
      const cloud = await startCloud({ cdkOut, home, port, fresh, onProgress: report, beforeSite, signal });
      try {
        if (seed) await seedOnce(cloud, options, report, await drawing);
        const unwatch = await development?.watch(cloud, options, report);
        console.log(`${APP_NAME} is ready at ${cloud.origin}`);
        if (seed) console.log(accountsText());
        void cloud.warm();
        return async () => {
          await unwatch?.();
          await cloud.stop();
        };
      } catch (error) {
        await cloud.stop();
        throw error;
      }
    },
    () => options?.home,
  );
}

const accountsText = () =>
  `Log in as ${DEMO_ACCOUNTS.map(({ userUsername }) => userUsername).join(" or ")} with the password ${DEMO_PASSWORD}`;
