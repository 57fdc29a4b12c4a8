import { createWriteStream, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

export interface LogLine {
  /** ISO time. */
  at: string;
  source: string;
  /** Lambda's request id, where the line belongs to a call. */
  requestId?: string;
  text: string;
}

const KEPT_LINES = 5_000;
const LARGEST_FILE_BYTES = 20_000_000;

/** Log lines of the laptop: the newest in memory for the developer's page, all of them appended to a file. */
export function openLogs(dir: string) {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "laptop.log");
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_FILE_BYTES) renameSync(path, `${path}.old`);
  const file = createWriteStream(path, { flags: "a" });
  file.on("error", () => {});
  const lines: LogLine[] = [];

  return {
    path,
    add(source: string, text: string, requestId?: string) {
      for (const part of text.split("\n")) {
        if (!part.trim()) continue;
        const line: LogLine = { at: new Date().toISOString(), source, requestId, text: part };
        lines.push(line);
        file.write(`${line.at} ${source} ${requestId ?? "-"} ${part}\n`);
      }
      if (lines.length > KEPT_LINES * 1.2) lines.splice(0, lines.length - KEPT_LINES);
    },
    /** Lines that hold the text in their request id, source or text, newest last. */
    find(text = "", limit = 500): LogLine[] {
      const matches = (line: LogLine) =>
        [line.requestId, line.source, line.text].some((part) => part?.toLowerCase().includes(text.toLowerCase()));
      return (text ? lines.filter(matches) : lines).slice(-limit);
    },
    close: () => new Promise<void>((done) => file.end(done)),
  };
}

export type Logs = ReturnType<typeof openLogs>;
