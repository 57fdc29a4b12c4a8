import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** For what tests write and other files may use, until the run is over. */
    temporaryFolder: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "ochre-tests-"));
  project.provide("temporaryFolder", folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
