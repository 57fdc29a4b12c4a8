import { vi } from "vitest";
import type * as Deriving from "#lambdas/events/uploads/derive-previews.ts";
import { deriveOnce } from "./derive-once.ts";

// Encoding takes most of a test's time for pictures, and equal files have equal previews.
vi.mock("#lambdas/events/uploads/derive-previews.ts", async (importOriginal) => {
  const original = await importOriginal<typeof Deriving>();
  return { ...original, derivePreviews: deriveOnce(original.derivePreviews) } satisfies typeof Deriving;
});
