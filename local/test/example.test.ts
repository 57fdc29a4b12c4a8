import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { startCloud } from "#local/cloud.ts";

const APP = join(import.meta.dirname, "../example/app.ts");

test("the example app runs: its API writes to the table, its queue fills the bucket, and the bucket's event is handled", async () => {
  const cdkOut = await mkdtemp(join(inject("temporaryFolder"), "example-"));
  await promisify(execFile)(process.execPath, [APP], { env: { ...process.env, CDK_OUTDIR: cdkOut } });
  const cloud = await startCloud({ cdkOut });
  onTestFinished(cloud.stop);

  const written = await fetch(`${cloud.origin}/notes`, { method: "POST", body: JSON.stringify({ text: "Hello" }) });
  expect(written.status).toBe(201);
  const { id } = await written.json();
  const read = async (noteId: string) => fetch(`${cloud.origin}/notes/${noteId}`);
  await expect
    .poll(async () => (await read(id)).json(), { timeout: 60_000 })
    .toEqual({ text: "Hello", archivedBytes: Buffer.byteLength("Hello") });
  expect((await read("none")).status).toBe(404);
  expect((await fetch(`${cloud.origin}/elsewhere`)).status).toBe(404);
});
