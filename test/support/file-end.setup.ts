import { afterAll, vi } from "vitest";
import { endFile } from "./file-end.ts";

const environment = { ...process.env };

/** Files of a worker share its process: each leaves it as it found it. */
afterAll(async () => {
  vi.useRealTimers();
  try {
    await endFile();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
});
