import { enableCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cloud, CloudOptions } from "ochre-local";
import { requireDiskSpace, runUntilSignal } from "ochre-local/program";
import { DEMO_ACCOUNTS, DEMO_MODERATOR, DEMO_PASSWORD } from "#demo/people.ts";
import { APP_NAME } from "#shared/brand.ts";
import { buildStack } from "./build-stack.ts";
import { deleteIndices } from "./delete-indices.ts";
import { type Options, readOptions } from "./options.ts";
import { seedDemo } from "./run-demo.ts";

/** Additions of `npm run dev` to `npm start`. */
export interface Development {
  beforeSite: CloudOptions["beforeSite"];
  /** Starts watching once the cloud runs; resolves with the function that stops it. */
  watch(cloud: Cloud, options: Options, report: (line: string) => void): Promise<() => Promise<void>>;
}

/** Version of the local data format; increase it with every incompatible change. */
const DATA_FORMAT = "2";

/** Grace period for a demo step in progress before its services are stopped. */
const MAX_STEP_MS = 2_500;

/** A signal that aborts after `signal` has aborted and `ready` has resolved. */
function abortAfter(signal: AbortSignal, ready: () => Promise<unknown>): AbortSignal {
  const later = new AbortController();
  signal.addEventListener("abort", () => void ready().then(() => later.abort()), { once: true });
  return later.signal;
}

/** Prints a line with the seconds since the program started. */
const createProgress = () => (line: string) =>
  console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`);

/**
 * Builds the stack, runs the laptop cloud, and prints its URL once every request can be served and, with demo data, its
 * accounts and first artwork are there. Runs until a signal.
 */
export async function runProgram(startDevelopment?: (signal: AbortSignal) => Promise<Development>) {
  let options: Options | undefined;
  await runUntilSignal(
    async (signal, fail) => {
      options = readOptions(process.argv.slice(2), process.env);
      if (!options) process.exit(0);
      const report = createProgress();
      const { home, port, fresh, seed, build } = options;
      report(`Starting ${APP_NAME}. The first start takes about a minute, later ones about three seconds.`);
      await requireDiskSpace(home);
      // Loading the laptop's code takes most of a later start.
      enableCompileCache();
      const loading = import("ochre-local");
      const failing = new AbortController();
      const buildSignal = AbortSignal.any([signal, failing.signal]);
      const building = buildStack(options, report, buildSignal, build ? undefined : []);
      // A failure is reported where it is awaited below; this prevents an unhandled rejection.
      building.catch(() => {});
      if (startDevelopment) await building;
      const development = await startDevelopment?.(signal);
      const { beforeSite } = development ?? {};
      const { startCloud } = await loading;
      let demoProgress: Promise<unknown> = Promise.resolve();
      const waitForDemoStep = () => Promise.race([demoProgress, sleep(MAX_STEP_MS, undefined, { ref: false })]);
      const cloud = await startCloud({
        cdkOut: building,
        home,
        port,
        fresh,
        dataFormat: DATA_FORMAT,
        onProgress: report,
        onFailure: fail,
        searchUrl: options.searchUrl,
        beforeSite,
        signal: abortAfter(signal, waitForDemoStep),
      }).catch((error: unknown) => {
        failing.abort();
        throw error;
      });
      try {
        if (fresh && options.searchUrl) await deleteIndices(options.searchUrl);
        const seeding = seed ? seedDemo(cloud, options, report, signal) : undefined;
        demoProgress = seeding?.catch(() => {}) ?? demoProgress;
        const completeDemo = await seeding;
        const unwatch = await development?.watch(cloud, options, report);
        console.log(`${APP_NAME} is ready at ${cloud.origin}`);
        if (seed) console.log(accountsText(cloud.origin));
        console.log(`Emails that the site sends are shown at ${cloud.origin}/__local/`);
        void cloud.warm();
        demoProgress = completeDemo?.() ?? demoProgress;
        return async () => {
          await unwatch?.();
          await waitForDemoStep();
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

const accountsText = (origin: string) =>
  [
    `Log in as ${DEMO_ACCOUNTS.map(({ userUsername }) => userUsername).join(" or ")} with the password ${DEMO_PASSWORD}`,
    `For the administration, ${origin}/admin, log in as ${DEMO_MODERATOR.userUsername} with the code of ${origin}/__local/codes`,
  ].join("\n");
