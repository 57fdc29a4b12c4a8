import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Drawing } from "#local/seed/art/paint.ts";
import type { Commission, Delivery } from "#local/seed/art/painter.ts";

/** Raise it whenever a style changes, so that cached pictures are drawn anew. */
const EDITION = 1;

export type Studio = {
  /** The JPEG of a drawing, from the cache where it is there. Fails with the reason when it can't be drawn. */
  picture: (drawing: Drawing) => Promise<Buffer>;
  /** Ends the worker threads; pictures under way are given up. */
  close: () => Promise<void>;
};

function fileNameOf({ style, mood, palette, shape, seed }: Drawing): string {
  const digest = createHash("sha256").update(JSON.stringify([EDITION, style, mood, palette, shape, seed]));
  return `${style}-${seed}-${digest.digest("hex").slice(0, 10)}.jpg`;
}

type Waiting = { resolve: () => void; reject: (error: Error) => void };

/**
 * Starts drawing what `folder` does not hold yet, in the order given, on `threads` worker threads.
 * A thread starts only when something is missing. Creates the folder.
 */
export async function openStudio(folder: string, drawings: readonly Drawing[], threads = 2): Promise<Studio> {
  await mkdir(folder, { recursive: true });
  const queue: Commission[] = [];
  const waiting = new Map<number, Waiting>();
  const finished = new Map<string, Promise<void>>();
  const workers: Worker[] = [];

  for (const [id, drawing] of drawings.entries()) {
    const file = join(folder, fileNameOf(drawing));
    if (finished.has(file)) continue;
    if (existsSync(file)) {
      finished.set(file, Promise.resolve());
      continue;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {});
    waiting.set(id, { resolve, reject });
    finished.set(file, promise);
    queue.push({ id, drawing, file });
  }

  const giveUp = (reason: string) => {
    queue.length = 0;
    for (const [id, { reject }] of waiting) {
      waiting.delete(id);
      reject(new Error(reason));
    }
  };
  const feed = (worker: Worker) => {
    const commission = queue.shift();
    if (commission) worker.postMessage(commission);
    else worker.terminate();
  };
  for (let index = 0; index < Math.min(threads, queue.length); index++)
    workers.push(new Worker(new URL("./painter.ts", import.meta.url)));
  for (const worker of workers) {
    worker.on("error", (error) => giveUp(error instanceof Error ? error.message : String(error)));
    worker.on("message", ({ id, error }: Delivery) => {
      const pending = waiting.get(id);
      waiting.delete(id);
      if (error) pending?.reject(new Error(error));
      else pending?.resolve();
      feed(worker);
    });
    feed(worker);
  }

  return {
    async picture(drawing) {
      const file = join(folder, fileNameOf(drawing));
      await finished.get(file);
      return readFile(file);
    },
    async close() {
      giveUp("the studio was closed");
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
