import { type OnStop, startBase } from "./cloud/base.ts";
import { loadStack } from "./cloud/stack.ts";
import type { Origins } from "./gateway/distribution.ts";

export interface CloudOptions {
  /** Folder that `cdk synth` wrote, with exactly one stack. */
  cdkOut: string;
  /** Folder of all state; a temporary one without it. */
  home?: string;
  /** The site's port; the services take those after it. 0 takes free ones everywhere. */
  port?: number;
  /** Empties the state first. */
  fresh?: boolean;
  /** Hears of progress, one line at a time. */
  onProgress?(line: string): void;
  /** Stands in front of the site while developing. */
  beforeSite?: Origins["beforeSite"];
  /** Ends what has been started, also halfway. */
  signal?: AbortSignal;
}

/** Old workers finish what they are at before they go. */
const DRAIN_MS = 3_000;

/** Ends things last started first; one that fails doesn't keep the others running. */
function createStops(signal: AbortSignal | undefined) {
  const ends: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  const quietly = async (end: () => unknown) => {
    try {
      await end();
    } catch {}
  };
  const stop = () => {
    stopping ??= (async () => {
      for (let end = ends.pop(); end; end = ends.pop()) await quietly(end);
    })();
    return stopping;
  };
  const onStop: OnStop = (end) => {
    if (stopping !== undefined) void quietly(end);
    else ends.push(end);
  };
  signal?.addEventListener("abort", () => void stop(), { once: true });
  return { onStop, stop };
}

/**
 * Runs a synthesized stack on this machine and answers once every request can be served.
 * Fails with one line when a port is taken, Java is missing or the state is damaged, and leaves nothing running then.
 */
export async function startCloud(options: CloudOptions) {
  const { onStop, stop } = createStops(options.signal);
  try {
    return { ...(await run(options, onStop)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function run(options: CloudOptions, onStop: OnStop) {
  const { home, port = 0, fresh = false, onProgress = () => {} } = options;
  const base = await startBase({ home, port, fresh }, onStop);
  const load = (cdkOut: string) => loadStack(base, cdkOut, options.beforeSite, onProgress);
  let stack = await load(options.cdkOut);
  onStop(() => stack.stop());

  return {
    origin: `http://localhost:${base.gateway.port}`,
    server: base.gateway.server,
    home: base.home,
    logs: base.logs,
    functions: base.functions,
    deadLetters: base.deadLetters,
    state: base.state,
    /** Asynchronous calls not done yet. */
    pending: base.queue.pending,
    mail: { list: () => base.services.mail.list() },
    serviceUrls: base.endpoints,
    system: () => stack.system,
    /** Value of a template expression, e.g. `{ Ref: logicalId }`, on this machine. */
    resolve: (expression: unknown) => stack.resolve(expression),
    /** Loads the functions behind routes, one by one. */
    warm: () =>
      stack.functions.warm(
        [...stack.system.apis, ...stack.system.socketApis].flatMap(({ routes }) =>
          Object.values(routes).map(({ functionName }) => functionName),
        ),
      ),
    /** Runs a newer synthesis in place of the old; calls under way end on the old code. */
    async reload(cdkOut: string) {
      const old = stack;
      await old.stopBackground();
      stack = await load(cdkOut);
      const draining = setTimeout(() => void old.stop(), DRAIN_MS);
      onStop(() => {
        clearTimeout(draining);
        return old.stop();
      });
    },
  };
}

export type Cloud = Awaited<ReturnType<typeof startCloud>>;
