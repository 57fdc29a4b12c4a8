import { createWriteStream, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { openMetrics } from "#local/monitoring/metrics.ts";

export interface LogLine {
  /** ISO time. */
  at: string;
  source: string;
  /** Lambda's request id, when the line belongs to an invocation. */
  requestId?: string;
  text: string;
}

const MAX_LINES = 5_000;
const MAX_FILE_BYTES = 20_000_000;

/** The laptop's log: the newest lines in memory for the developer's page, all lines in a file, and what lines count. */
export function openLogs(dir: string) {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "laptop.log");
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_FILE_BYTES) renameSync(path, `${path}.old`);
  const file = createWriteStream(path, { flags: "a" });
  file.on("error", () => {});
  const lines: LogLine[] = [];
  const metrics = openMetrics();

  return {
    path,
    metrics,
    add(source: string, text: string, requestId?: string) {
      for (const part of text.split("\n")) {
        if (!part.trim()) continue;
        const line: LogLine = { at: new Date().toISOString(), source, requestId, text: part };
        lines.push(line);
        metrics.readLine(part);
        file.write(`${line.at} ${source} ${requestId ?? "-"} ${part}\n`);
      }
      if (lines.length > MAX_LINES * 1.2) lines.splice(0, lines.length - MAX_LINES);
    },
    /** Lines whose request id, source or text contains `text`, newest last. */
    find(text = "", limit = 500): LogLine[] {
      const matches = (line: LogLine) =>
        [line.requestId, line.source, line.text].some((part) => part?.toLowerCase().includes(text.toLowerCase()));
      return (text ? lines.filter(matches) : lines).slice(-limit);
    },
    close: () => new Promise<void>((done) => file.end(done)),
  };
}

export type Logs = ReturnType<typeof openLogs>;
