import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Ctrl-C promises an end within five seconds, whatever hangs. */
const LONGEST_STOP_MS = 4_000;

/** Lines of the expected troubles; a stack trace helps nobody who reads the terminal, so it goes to a file. */
function tell(error: unknown, home: string | undefined) {
  const text = error instanceof Error ? error.message : String(error);
  console.error(text);
  if (!home || !(error instanceof Error)) return;
  try {
    mkdirSync(join(home, "logs"), { recursive: true });
    appendFileSync(join(home, "logs", "trouble.log"), `${new Date().toISOString()} ${error.stack}\n`);
  } catch {}
}

/**
 * Runs a program until a signal ends it: `start` gets the signal's AbortSignal and answers with what stops it.
 * Trouble while starting gives one line and exit code 1, a signal exit code 0.
 */
export async function live(
  start: (signal: AbortSignal) => Promise<() => Promise<void>>,
  home: () => string | undefined,
) {
  const stopping = new AbortController();
  let stop: (() => Promise<void>) | undefined;
  let starting: Promise<unknown> = Promise.resolve();

  async function end() {
    if (stopping.signal.aborted) return;
    setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref();
    stopping.abort();
    await starting;
    await stop?.();
    process.exit(0);
  }
  for (const signal of SIGNALS) process.on(signal, () => void end());

  starting = start(stopping.signal).then(
    (ending) => {
      stop = ending;
    },
    (error) => {
      if (stopping.signal.aborted) return;
      tell(error, home());
      process.exit(1);
    },
  );
  await starting;
}
