import { vi } from "vitest";
import type * as Deriving from "#lambdas/events/uploads/derive-previews.ts";
import { deriveOnce } from "./derive-once.ts";

// Encoding is most of what selling a picture costs, and equal files of a worker's tests have equal previews.
vi.mock("#lambdas/events/uploads/derive-previews.ts", async (importOriginal) => {
  const original = await importOriginal<typeof Deriving>();
  return { ...original, derivePreviews: deriveOnce(original.derivePreviews) } satisfies typeof Deriving;
});
