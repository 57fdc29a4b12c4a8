import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenReleased } from "#web/api/press.ts";

beforeEach(() => void vi.useFakeTimers());

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

const press = (type: string, pointerId: number) =>
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId }));

function waiting() {
  const free = vi.fn();
  void whenReleased().then(free);
  return free;
}

test("nothing waits while nothing is pressed", async () => {
  const free = waiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(free).toHaveBeenCalled();
});

test("an answer waits for the press that is under way until its click has been handled", async () => {
  press("pointerdown", 1);
  const free = waiting();
  await vi.advanceTimersByTimeAsync(300);
  press("pointerup", 1);
  await vi.advanceTimersByTimeAsync(10);
  expect(free).not.toHaveBeenCalled();
  press("click", 1);
  expect(free).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(free).toHaveBeenCalled();
});

test("another finger's click ends the first one's press as little as its release", async () => {
  press("pointerdown", 1);
  const free = waiting();
  press("pointerdown", 2);
  press("pointerup", 2);
  press("click", 2);
  await vi.advanceTimersByTimeAsync(100);
  expect(free).not.toHaveBeenCalled();
  press("click", 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(free).toHaveBeenCalled();
});

test.each([
  ["a release without a click", () => press("pointerup", 1), 50],
  ["a scroll that began as a press", () => press("pointercancel", 1), 0],
  ["a press of more than a second", () => {}, 1_000],
])("%s holds nothing up", async (_, end, ms) => {
  press("pointerdown", 1);
  const free = waiting();
  end();
  await vi.advanceTimersByTimeAsync(ms);
  expect(free).toHaveBeenCalled();
});
