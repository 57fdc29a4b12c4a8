import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** What the CDK makes of the local stage; every file runs a cloud of its own from it. */
    assembly: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "ochre-assembly-"));
  await promisify(execFile)(process.execPath, ["bin/marketplace.ts", "--stage", "local", "--out", folder]);
  project.provide("assembly", folder);
  return () => rm(folder, { recursive: true, force: true });
}
