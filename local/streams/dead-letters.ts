import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface DeadLetter {
  at: string;
  functionName: string;
  reason: string;
  /** What could not be handled. */
  payload: unknown;
}

const EXTENSION = ".jsonl";

/** Dead-letter queues as lists on disk: one file a queue, one line a letter. */
export function openDeadLetters(dir: string) {
  mkdirSync(dir, { recursive: true });
  const pathOf = (queue: string) => join(dir, `${queue.replaceAll(/[^\w.-]/g, "_")}${EXTENSION}`);
  return {
    add(queue: string, letter: Omit<DeadLetter, "at">) {
      appendFileSync(pathOf(queue), `${JSON.stringify({ at: new Date().toISOString(), ...letter })}\n`);
    },
    /** Oldest first. */
    list(queue: string): DeadLetter[] {
      const path = pathOf(queue);
      if (!existsSync(path)) return [];
      return readFileSync(path, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    queues: () => readdirSync(dir).map((name) => basename(name, EXTENSION)),
  };
}

export type DeadLetters = ReturnType<typeof openDeadLetters>;
