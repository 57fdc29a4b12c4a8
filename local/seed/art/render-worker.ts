import { rename, writeFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { type PictureSpec, renderPicture } from "#local/seed/art/render-picture.ts";

/** A message to the worker thread: draw `spec` and write it to `file`. */
export type RenderJob = { id: number; spec: PictureSpec; file: string };
export type RenderResult = { id: number; error?: string };

parentPort?.on("message", async ({ id, spec, file }: RenderJob) => {
  const result: RenderResult = { id };
  try {
    const draft = `${file}.draft`;
    await writeFile(draft, await renderPicture(spec));
    await rename(draft, file);
  } catch (error) {
    result.error = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(result);
});
