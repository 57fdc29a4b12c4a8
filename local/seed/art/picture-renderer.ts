import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PictureSpec } from "#local/seed/art/render-picture.ts";
import type { RenderJob, RenderResult } from "#local/seed/art/render-worker.ts";

/** Increase it when a style changes, so that cached pictures are drawn again. */
const CACHE_VERSION = 3;

const PROGRAM = fileURLToPath(new URL("render-worker.ts", import.meta.url));

export type PictureRenderer = {
  /** Starts drawing those that the folder lacks, after what is drawn already. */
  draw: (specs: Iterable<PictureSpec>) => void;
  /** The JPEG of a picture, drawn now unless `draw` was called for it. Rejects when it can't be drawn. */
  picture: (spec: PictureSpec) => Promise<Buffer>;
  /** Ends the processes; unfinished pictures are rejected. */
  close: () => void;
};

function fileNameOf({ style, mood, palette, shape, seed }: PictureSpec): string {
  const digest = createHash("sha256").update(JSON.stringify([CACHE_VERSION, style, mood, palette, shape, seed]));
  return `${style}-${seed}-${digest.digest("hex").slice(0, 10)}.jpg`;
}

type PendingPicture = { resolve: () => void; reject: (error: Error) => void };

/**
 * Draws pictures into `folder`, which it creates, in up to `limit` processes: unlike a thread, a process can yield the
 * processor to builds and to visitors.
 */
export async function startRenderer(folder: string, limit = 2): Promise<PictureRenderer> {
  await mkdir(folder, { recursive: true });
  const queue: RenderJob[] = [];
  const waiting = new Map<string, PendingPicture>();
  const finished = new Map<string, Promise<void>>();
  const idle: ChildProcess[] = [];
  const children = new Set<ChildProcess>();

  const rejectAll = (reason: string) => {
    queue.length = 0;
    for (const [file, { reject }] of waiting) {
      waiting.delete(file);
      reject(new Error(reason));
    }
  };
  const settle = ({ file, error }: RenderResult) => {
    const pending = waiting.get(file);
    waiting.delete(file);
    if (error) pending?.reject(new Error(error));
    else pending?.resolve();
  };
  const makeYield = ({ pid }: ChildProcess) => {
    try {
      if (pid) setPriority(pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended, or the system doesn't let us.
    }
  };
  const startChild = () => {
    const child = fork(PROGRAM, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    children.add(child);
    makeYield(child);
    child.once("error", (error) => rejectAll(error.message));
    child.once("exit", (code, signal) => {
      children.delete(child);
      rejectAll(`the drawing process ended with ${signal ?? code}`);
    });
    child.on("message", (result) => {
      settle(result as RenderResult);
      idle.push(child);
      assign();
    });
    return child;
  };
  const assign = () => {
    while (queue.length > 0) {
      const child = idle.pop() ?? (children.size < limit ? startChild() : undefined);
      const job = child && queue.shift();
      if (!job) return;
      child.send(job);
    }
  };

  const draw = (specs: Iterable<PictureSpec>) => {
    for (const spec of specs) {
      const file = join(folder, fileNameOf(spec));
      if (finished.has(file)) continue;
      if (existsSync(file)) {
        finished.set(file, Promise.resolve());
        continue;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      promise.catch(() => {});
      waiting.set(file, { resolve, reject });
      finished.set(file, promise);
      queue.push({ spec, file });
    }
    assign();
  };

  return {
    draw,
    async picture(spec) {
      draw([spec]);
      const file = join(folder, fileNameOf(spec));
      await finished.get(file);
      return readFile(file);
    },
    close() {
      rejectAll("the renderer was closed");
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
