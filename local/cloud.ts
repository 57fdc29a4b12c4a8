import { deployStack } from "./cloud/deploy-stack.ts";
import { type Notice, type OneTimeCode, type OnStop, startPlatform } from "./cloud/platform.ts";
import type { Origins } from "./gateway/distribution.ts";

export interface CloudOptions {
  /** Folder that `cdk synth` wrote, with exactly one stack; while it is being written, the stand-ins start. */
  cdkOut: string | Promise<string>;
  /** Folder of all state; a temporary folder by default. */
  home?: string;
  /** The site's port; the services use the ports after it. 0 picks free ports. */
  port?: number;
  /** Deletes the state first. */
  fresh?: boolean;
  /** Format of the functions' stored data. State of another format is moved to a sibling folder. */
  dataFormat?: string;
  /** Called with one line per step. */
  onProgress?(line: string): void;
  /** Called when the cloud can't continue, such as after the database has exited. */
  onFailure?(error: Error): void;
  /** Address of an OpenSearch node for the stack's collection, if it has one. */
  searchUrl?: string | undefined;
  /** Answers requests before the site's origins do; `npm run dev` uses it for Vite. */
  beforeSite?: Origins["beforeSite"];
  /** Stops everything that was started, even halfway. */
  signal?: AbortSignal;
}

/** How long the previous stack's workers may finish their calls. */
const DRAIN_MS = 3_000;

/** Runs cleanup callbacks in reverse order; a callback that fails doesn't prevent the others. */
function createCleanup(signal: AbortSignal | undefined) {
  const callbacks: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  const runSafely = async (callback: () => unknown) => {
    try {
      await callback();
    } catch {}
  };
  const stop = () => {
    stopping ??= (async () => {
      for (let callback = callbacks.pop(); callback; callback = callbacks.pop()) await runSafely(callback);
    })();
    return stopping;
  };
  const onStop: OnStop = (callback) => {
    if (stopping !== undefined) void runSafely(callback);
    else callbacks.push(callback);
  };
  signal?.addEventListener("abort", () => void stop(), { once: true });
  return { onStop, stop };
}

/**
 * Runs a synthesized stack on this machine and resolves once every request can be served.
 * Rejects with a one-line message, and stops what it started, when a port is taken, Java is missing or the state is damaged.
 */
export async function startCloud(options: CloudOptions) {
  const { onStop, stop } = createCleanup(options.signal);
  // Prevents an unhandled rejection: a failed synthesis is reported where it is awaited.
  void Promise.resolve(options.cdkOut).catch(() => {});
  try {
    return { ...(await run(options, onStop)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function run(options: CloudOptions, onStop: OnStop) {
  const { home, port = 0, fresh = false, dataFormat, onProgress = () => {}, onFailure = () => {} } = options;
  const platform = await startPlatform({ home, port, fresh, dataFormat, onProgress, onFailure }, onStop);
  const deploy = (cdkOut: string) => deployStack(platform, cdkOut, options, onProgress);
  const cdkOut = await options.cdkOut;
  onProgress("Starting the laptop cloud");
  let stack = await deploy(cdkOut);
  onStop(() => stack.stop());

  return {
    origin: `http://localhost:${platform.gateway.port}`,
    server: platform.gateway.server,
    home: platform.home,
    logs: platform.logs,
    access: platform.access,
    functions: platform.functions,
    deadLetters: platform.deadLetters,
    state: platform.state,
    /** Number of asynchronous calls that aren't done yet. */
    pending: platform.queue.pending,
    /** Shows a notice on the developer's pages, until it is called with another or none. */
    setNotice(notice?: Notice) {
      platform.notice.current = notice;
    },
    /** Shows one-time codes on the developer's pages, computed when the page is opened. */
    setCodes(list: () => readonly OneTimeCode[]) {
      platform.codes.list = list;
    },
    mail: { list: () => platform.services.mail.list() },
    serviceUrls: platform.endpoints,
    system: () => stack.system,
    /** Resolves a template expression, such as `{ Ref: logicalId }`. */
    resolve: (expression: unknown) => stack.resolve(expression),
    /** Loads the functions behind routes ahead of the first request, one by one. */
    warm: () =>
      stack.functions.warm(
        [...stack.system.apis, ...stack.system.socketApis].flatMap(({ routes }) =>
          Object.values(routes).map(({ functionName }) => functionName),
        ),
      ),
    /** Replaces the stack with a newer synthesis; calls in progress end on the old code. */
    async reload(cdkOut: string) {
      const old = stack;
      await old.stopBackground();
      stack = await deploy(cdkOut);
      const draining = setTimeout(() => void old.stop(), DRAIN_MS);
      onStop(() => {
        clearTimeout(draining);
        return old.stop();
      });
    },
  };
}

export type Cloud = Awaited<ReturnType<typeof startCloud>>;
