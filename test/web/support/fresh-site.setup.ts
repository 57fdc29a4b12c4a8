import { afterAll, vi } from "vitest";
import { clearStored } from "./clear-stored.ts";

// Files share the loaded libraries but not the site: each has a session, stores and hooks of its own.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  clearStored();
});
