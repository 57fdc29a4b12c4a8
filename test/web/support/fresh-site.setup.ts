import { afterAll, vi } from "vitest";
import { clearStored } from "./clear-stored.ts";

// Files share the loaded libraries but not the site: each has a session, stores and hooks of its own.
vi.resetModules();
// The last file's stubs would otherwise end at this file's first test, and with them what its setup assigns.
vi.unstubAllGlobals();

afterAll(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  // Set by the reports of script errors, which the page's own reports would then leave to them.
  delete document.documentElement.dataset.watched;
  clearStored();
});
