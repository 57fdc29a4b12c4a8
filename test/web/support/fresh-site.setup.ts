import { afterAll, vi } from "vitest";

// Files share the loaded libraries but not the site: each has a session, stores and hooks of its own.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
