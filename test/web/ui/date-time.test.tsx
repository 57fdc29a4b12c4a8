import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { DateTime, RelativeTime } from "#web/ui/date-time.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

const MOMENT = "2026-11-12T14:05:00.000Z";

test("a date is dd/MM/yy HH:mm, with an ISO datetime and the month's name in its title", () => {
  render(<DateTime value={MOMENT} />);
  const time = screen.getByText(formatDate(MOMENT));
  expect([time.getAttribute("datetime"), time.title]).toEqual([MOMENT, formatDate(MOMENT, DISPLAY.momentFormat)]);
});

test("a date is in local time, and one in UTC says so unless that is switched off", () => {
  vi.stubEnv("TZ", "Pacific/Auckland");
  render(<DateTime value={MOMENT} />);
  expect(screen.getByText("13/11/26 03:05").title).toBe("13 Nov 2026, 03:05");
  render(<DateTime value={MOMENT} isUtc />);
  expect(screen.getByText("12/11/26 14:05 UTC").title).toBe("12 Nov 2026, 14:05 UTC");
  render(<DateTime value={MOMENT} isUtc saysUtc={false} />);
  expect(screen.getByText("12/11/26 14:05").title).toBe("12 Nov 2026, 14:05 UTC");
});

test("an age has the full date in its title", () => {
  render(<RelativeTime value={new Date(Date.now() - 3_600_000).toISOString()} />);
  expect(screen.getByText("1 hour ago").title).toMatch(/^\d\d \w+ \d{4}, \d\d:\d\d$/);
});
