import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToasts } from "#web/ui/toasts.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a toast disappears after 2500 ms and not before", () => {
  const toasts = createToasts();
  toasts.success("Saved");
  vi.advanceTimersByTime(2499);
  expect(toasts.current()).toMatchObject({ kind: "success", text: "Saved" });
  vi.advanceTimersByTime(1);
  expect(toasts.current()).toBeNull();
});

test("a newer toast replaces the older one and is shown for its full time", () => {
  const toasts = createToasts();
  toasts.success("Saved");
  vi.advanceTimersByTime(2000);
  toasts.error("Failed");
  vi.advanceTimersByTime(2499);
  expect(toasts.current()).toMatchObject({ kind: "error", text: "Failed" });
  vi.advanceTimersByTime(1);
  expect(toasts.current()).toBeNull();
});

test("repeating the shown toast makes no duplicate and doesn't prolong it", () => {
  const toasts = createToasts();
  const shown: (string | undefined)[] = [];
  toasts.subscribe(() => shown.push(toasts.current()?.text));
  toasts.error("Network Error");
  toasts.error("Network Error");
  vi.advanceTimersByTime(2000);
  toasts.error("Network Error");
  vi.advanceTimersByTime(500);
  expect(shown).toEqual(["Network Error", undefined]);
});

test("the timer stops while a toast's action has the focus, and restarts afterwards", () => {
  const toasts = createToasts();
  let undone = 0;
  toasts.success("Deleted", { label: "Undo", run: () => (undone += 1) });
  toasts.hold();
  vi.advanceTimersByTime(60_000);
  toasts.current()?.action?.run();
  expect(undone).toBe(1);
  toasts.resume();
  vi.advanceTimersByTime(2499);
  expect(toasts.current()?.text).toBe("Deleted");
  vi.advanceTimersByTime(1);
  expect(toasts.current()).toBeNull();
});

test("the same text may be shown again once it has disappeared, and as another kind at once", () => {
  const toasts = createToasts();
  toasts.success("Done");
  toasts.error("Done");
  expect(toasts.current()?.kind).toBe("error");
  vi.advanceTimersByTime(2500);
  toasts.error("Done");
  expect(toasts.current()?.text).toBe("Done");
});
