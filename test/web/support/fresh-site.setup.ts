import * as React from "react";
import { afterAll, vi } from "vitest";
import { clearStored } from "./clear-stored.ts";

// Without a limit, React's development build draws up a stack for every element: a quarter of the tests' time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>;
if (!internals) throw new Error("This release of React keeps its limit of stacks elsewhere");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set() {},
});

// Files share the loaded libraries but not the site: each has a session, stores and hooks of its own.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  clearStored();
});
