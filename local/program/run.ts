import { existsSync } from "node:fs";
import { join } from "node:path";
import { PICTURES } from "#local/cloud/home.ts";
import { type Cloud, type CloudOptions, startCloud } from "#local/cloud.ts";
import type { Studio } from "#local/seed/art/studio.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#local/seed/people.ts";
import { APP_NAME } from "#shared/brand.ts";
import { buildStack } from "./build.ts";
import { live } from "./lifetime.ts";
import { type Options, readOptions } from "./options.ts";

/** What `npm run dev` adds to `npm start`. */
export interface Development {
  beforeSite: CloudOptions["beforeSite"];
  /** Starts watching once the cloud runs; answers with what ends it. */
  watch(cloud: Cloud, options: Options, say: (line: string) => void): Promise<() => Promise<void>>;
}

/** Prints a line with the seconds since the program began. */
const createProgress = () => (line: string) =>
  console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`);

/** A first start draws every picture: it may begin while the build and Java leave a core idle now and then. */
async function drawAhead({ home, seed }: Options): Promise<Studio | undefined> {
  const folder = join(home, PICTURES);
  if (!seed || existsSync(folder)) return undefined;
  const { openDemoStudio } = await import("#local/seed/seed.ts");
  // A folder that can't be made is the cloud's to tell of.
  return openDemoStudio(folder).catch(() => undefined);
}

async function fillWithDemo(
  cloud: Cloud,
  { stage, home }: Options,
  say: (line: string) => void,
  studio: Studio | undefined,
) {
  const seeded = cloud.state<string>("seeded");
  if (seeded.has(stage)) return studio?.close();
  const { seed } = await import("#local/seed/seed.ts");
  let told = 0;
  await seed({
    origin: cloud.origin,
    picturesDir: join(home, PICTURES),
    studio,
    onProgress(done, total, text) {
      const percent = Math.floor((done / total) * 10);
      if (percent === told && done < total) return;
      told = percent;
      say(`Demo ${done} of ${total}: ${text}`);
    },
  });
  seeded.set(stage, new Date().toISOString());
}

/** Builds, starts the laptop cloud, fills it once, and says where it is. Lives until a signal ends it. */
export async function runProgram(develop?: (signal: AbortSignal) => Promise<Development>) {
  let options: Options | undefined;
  await live(
    async (signal) => {
      options = readOptions(process.argv.slice(2), process.env);
      if (!options) process.exit(0);
      const say = createProgress();
      const { stage, home, port, fresh, seed, build } = options;
      const drawing = drawAhead(options);
      const cdkOut = await buildStack(stage, say, signal, build ? undefined : []);
      const development = await develop?.(signal);
      say("Starting the laptop cloud");
      const { beforeSite } = development ?? {};
      const cloud = await startCloud({ cdkOut, home, port, fresh, onProgress: say, beforeSite, signal });
      try {
        if (seed) await fillWithDemo(cloud, options, say, await drawing);
        const unwatch = await development?.watch(cloud, options, say);
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
