import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { explainFailure } from "./explain-failure.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Ctrl-C must end the program within five seconds, whatever hangs. */
const MAX_STOP_MS = 4_000;

/** Prints the error's message and appends its stack trace to a log file. */
function reportError(error: unknown, home: string | undefined) {
  console.error(explainFailure(error));
  if (!home || !(error instanceof Error)) return;
  try {
    mkdirSync(join(home, "logs"), { recursive: true });
    appendFileSync(join(home, "logs", "trouble.log"), `${new Date().toISOString()} ${error.stack}\n`);
  } catch {}
}

/**
 * Runs a program until SIGINT, SIGTERM or SIGHUP. `start` gets an AbortSignal, and what to call when the program can't go
 * on, and resolves with the stop function. A failure exits with code 1 and a one-line message, a signal with code 0.
 */
export async function runUntilSignal(
  start: (signal: AbortSignal, fail: (error: Error) => void) => Promise<() => Promise<void>>,
  home: () => string | undefined,
) {
  const stopping = new AbortController();
  let stop: (() => Promise<void>) | undefined;
  let starting: Promise<unknown> = Promise.resolve();

  async function shutDown(code = 0) {
    if (stopping.signal.aborted) return;
    setTimeout(() => process.exit(code), MAX_STOP_MS).unref();
    stopping.abort();
    await starting;
    await stop?.();
    process.exit(code);
  }
  function fail(error: Error) {
    if (stopping.signal.aborted) return;
    reportError(error, home());
    void shutDown(1);
  }
  for (const signal of SIGNALS) process.on(signal, () => void shutDown());

  starting = start(stopping.signal, fail).then(
    (stopProgram) => {
      stop = stopProgram;
    },
    (error) => {
      if (stopping.signal.aborted) return;
      reportError(error, home());
      process.exit(1);
    },
  );
  await starting;
}
