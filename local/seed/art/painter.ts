import { rename, writeFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { type Drawing, paint } from "#local/seed/art/paint.ts";

/** A commission for the worker thread: draw this and put it there. */
export type Commission = { id: number; drawing: Drawing; file: string };
export type Delivery = { id: number; error?: string };

parentPort?.on("message", async ({ id, drawing, file }: Commission) => {
  const delivery: Delivery = { id };
  try {
    const draft = `${file}.draft`;
    await writeFile(draft, await paint(drawing));
    await rename(draft, file);
  } catch (error) {
    delivery.error = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(delivery);
});
