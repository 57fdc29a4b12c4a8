import { rename, writeFile } from "node:fs/promises";
import { type PictureSpec, renderPicture } from "#local/seed/art/render-picture.ts";

/** A message to the drawing process: draw `spec` and write it to `file`. */
export type RenderJob = { spec: PictureSpec; file: string };
export type RenderResult = { file: string; error?: string };

process.on("message", async ({ spec, file }: RenderJob) => {
  const result: RenderResult = { file };
  try {
    const draft = `${file}.draft`;
    await writeFile(draft, await renderPicture(spec));
    await rename(draft, file);
  } catch (error) {
    result.error = error instanceof Error ? error.message : String(error);
  }
  process.send?.(result);
});
process.on("disconnect", () => process.exit());
// Ctrl-C reaches every process of the terminal; the program that started this one ends it.
process.on("SIGINT", () => {});
