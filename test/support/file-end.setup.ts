import { afterAll, vi } from "vitest";
import { runCleanups } from "./file-end.ts";

const environment = { ...process.env };

/** A worker's files share its process, so each one has to clean up. */
afterAll(async () => {
  vi.useRealTimers();
  try {
    await runCleanups();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
});
