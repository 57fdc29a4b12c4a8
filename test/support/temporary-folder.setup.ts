import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder for files that tests write and share during the run. */
    temporaryFolder: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "ochre-tests-"));
  project.provide("temporaryFolder", folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
