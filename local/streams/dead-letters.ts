import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface DeadLetter {
  at: string;
  functionName: string;
  reason: string;
  /** The event that failed. */
  payload: unknown;
}

const EXTENSION = ".jsonl";

/** Dead-letter queues on disk: one file per queue, one JSON line per message. */
export function openDeadLetters(dir: string) {
  mkdirSync(dir, { recursive: true });
  const getPath = (queue: string) => join(dir, `${queue.replaceAll(/[^\w.-]/g, "_")}${EXTENSION}`);
  return {
    add(queue: string, message: Omit<DeadLetter, "at">) {
      appendFileSync(getPath(queue), `${JSON.stringify({ at: new Date().toISOString(), ...message })}\n`);
    },
    /** Oldest first. */
    list(queue: string): DeadLetter[] {
      const path = getPath(queue);
      if (!existsSync(path)) return [];
      return readFileSync(path, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    /** Takes one message away; of two that are alike, one stays. */
    remove(queue: string, message: DeadLetter) {
      const lines = readFileSync(getPath(queue), "utf8").split("\n").filter(Boolean);
      const at = lines.indexOf(JSON.stringify(message));
      if (at < 0) return;
      const path = getPath(queue);
      writeFileSync(
        `${path}.new`,
        lines
          .toSpliced(at, 1)
          .map((line) => `${line}\n`)
          .join(""),
      );
      renameSync(`${path}.new`, path);
    },
    queues: () => readdirSync(dir).map((name) => basename(name, EXTENSION)),
  };
}

export type DeadLetters = ReturnType<typeof openDeadLetters>;
