import { afterEach, expect, test, vi } from "vitest";
import { claimName } from "#web/ui/form/drafts.ts";

afterEach(() => void vi.restoreAllMocks());

const released = Promise.resolve();
const stubLocks = (request: (name: string, options: { signal: AbortSignal }) => Promise<void>) =>
  vi.stubGlobal("navigator", { locks: { request } });

// Chrome below 124 ends AbortSignal.timeout with the first, others with the second.
test.each(["AbortError", "TimeoutError"])(
  "a name that another tab has can't be claimed, ended by %s",
  async (reason) => {
    const controller = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(controller.signal);
    stubLocks(
      (_name, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const claimed = claimName("draft", released);
    controller.abort(new DOMException("Too late", reason));
    expect(await claimed).toBe(false);
  },
);

test("without the right to use locks every claim succeeds", async () => {
  stubLocks(() => Promise.reject(new DOMException("Forbidden", "SecurityError")));
  expect(await claimName("draft", released)).toBe(true);
});
