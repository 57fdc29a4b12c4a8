import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenReleased } from "#web/api/press.ts";

beforeEach(() => void vi.useFakeTimers());

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

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
  const button = document.body.appendChild(document.createElement("button"));
  fireEvent.pointerDown(button);
  const free = waiting();
  await vi.advanceTimersByTimeAsync(300);
  fireEvent.pointerUp(button);
  await vi.advanceTimersByTimeAsync(10);
  expect(free).not.toHaveBeenCalled();
  fireEvent.click(button);
  expect(free).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(free).toHaveBeenCalled();
});

test.each([
  ["a release without a click", () => fireEvent.pointerUp(document.body), 50],
  ["a scroll that began as a press", () => fireEvent.pointerCancel(document.body), 0],
  ["a press of more than a second", () => {}, 1_000],
])("%s holds nothing up", async (_, end, ms) => {
  fireEvent.pointerDown(document.body);
  const free = waiting();
  end();
  await vi.advanceTimersByTimeAsync(ms);
  expect(free).toHaveBeenCalled();
});
