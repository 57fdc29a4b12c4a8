import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { PictureSpec } from "#local/seed/art/render-picture.ts";
import type { RenderJob, RenderResult } from "#local/seed/art/render-worker.ts";

/** Increase it when a style changes, so that cached pictures are drawn again. */
const CACHE_VERSION = 1;

export type PictureRenderer = {
  /** The JPEG of a picture, from the cache if it is there. Rejects when it can't be drawn. */
  picture: (spec: PictureSpec) => Promise<Buffer>;
  /** Ends the worker threads; unfinished pictures are rejected. */
  close: () => Promise<void>;
};

function fileNameOf({ style, mood, palette, shape, seed }: PictureSpec): string {
  const digest = createHash("sha256").update(JSON.stringify([CACHE_VERSION, style, mood, palette, shape, seed]));
  return `${style}-${seed}-${digest.digest("hex").slice(0, 10)}.jpg`;
}

type PendingPicture = { resolve: () => void; reject: (error: Error) => void };

/**
 * Starts drawing the pictures that `folder` lacks, in the order given, on up to `threads` worker threads.
 * Creates the folder.
 */
export async function startRenderer(
  folder: string,
  specs: readonly PictureSpec[],
  threads = 2,
): Promise<PictureRenderer> {
  await mkdir(folder, { recursive: true });
  const queue: RenderJob[] = [];
  const waiting = new Map<number, PendingPicture>();
  const finished = new Map<string, Promise<void>>();
  const workers: Worker[] = [];

  for (const [id, spec] of specs.entries()) {
    const file = join(folder, fileNameOf(spec));
    if (finished.has(file)) continue;
    if (existsSync(file)) {
      finished.set(file, Promise.resolve());
      continue;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {});
    waiting.set(id, { resolve, reject });
    finished.set(file, promise);
    queue.push({ id, spec, file });
  }

  const rejectAll = (reason: string) => {
    queue.length = 0;
    for (const [id, { reject }] of waiting) {
      waiting.delete(id);
      reject(new Error(reason));
    }
  };
  const assignNext = (worker: Worker) => {
    const job = queue.shift();
    if (job) worker.postMessage(job);
    else worker.terminate();
  };
  for (let index = 0; index < Math.min(threads, queue.length); index++)
    workers.push(new Worker(new URL("./render-worker.ts", import.meta.url)));
  for (const worker of workers) {
    worker.on("error", (error) => rejectAll(error instanceof Error ? error.message : String(error)));
    worker.on("message", ({ id, error }: RenderResult) => {
      const pending = waiting.get(id);
      waiting.delete(id);
      if (error) pending?.reject(new Error(error));
      else pending?.resolve();
      assignNext(worker);
    });
    assignNext(worker);
  }

  return {
    async picture(spec) {
      const file = join(folder, fileNameOf(spec));
      await finished.get(file);
      return readFile(file);
    },
    async close() {
      rejectAll("the renderer was closed");
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
