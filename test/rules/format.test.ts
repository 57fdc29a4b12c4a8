import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DISPLAY } from "#shared/display.ts";
import {
  computeSkeletonHeight,
  formatAge,
  formatCount,
  formatDate,
  formatFee,
  formatFileSize,
  formatPrice,
} from "#shared/format.ts";

afterEach(() => vi.unstubAllEnvs());

describe("prices", () => {
  test.each([
    [undefined, {}, "Free"],
    [null, {}, "Free"],
    [0, {}, "Free"],
    [0, { decimals: 2 }, "Free"],
    [10, {}, "$10"],
    [999, {}, "$999"],
    [1000, {}, "$1,000"],
    [1234567, {}, "$1,234,567"],
    [12.5, { decimals: 2 }, "$12.50"],
    [1052.35, { decimals: 2 }, "$1,052.35"],
    [1234567.8, { decimals: 2 }, "$1,234,567.80"],
    [1234.5, {}, "$1,235"],
    [12.5, { decimals: 2, abbreviated: true }, "$12.5"],
    [999, { abbreviated: true }, "$999"],
    [1000, { abbreviated: true }, "$1K"],
    [1234, { abbreviated: true }, "$1.2K"],
    [2500000, { abbreviated: true }, "$2.5M"],
  ] as const)("%j with %j reads %s", (price, style, text) => {
    expect(formatPrice(price, style)).toBe(text);
  });
});

test("prices of whole cents are formatted as by Intl.NumberFormat", () => {
  const formatter = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
  for (let cents = 1; cents <= 1_100_00; cents += 7) {
    expect(formatPrice(cents / 100, { decimals: 2 })).toBe(`$${formatter.format(cents / 100)}`);
  }
});

describe("fees", () => {
  test.each([
    [500, 235, "5% + $2.35"],
    [1500, 0, "15%"],
    [700, 0, "7%"],
    [750, 35, "7.5% + $0.35"],
    [705, 200, "7.05% + $2"],
    [29, 0, "0.29%"],
    [0, 235, "$2.35"],
    [0, 0, "0%"],
  ])("of %d basis points and %d cents read %s", (basisPoints, fixedCents, text) => {
    expect(formatFee({ basisPoints, fixedCents })).toBe(text);
  });
});

describe("file sizes", () => {
  test.each([
    [0, "0 Bytes"],
    [-1, "0 Bytes"],
    [1023, "1023 Bytes"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [9.97 * 1024, "10 KB"],
    [316_355, "309 KB"],
    [571 * 1024, "571 KB"],
    [4_480_000, "4.3 MB"],
    [1_048_575, "1 MB"],
    [1_048_576, "1 MB"],
    [10_485_760, "10 MB"],
    [1024 ** 3, "1 GB"],
    [1024 ** 4, "1 TB"],
    [1024 ** 5, "1 PB"],
    [1024 ** 6, "1 EB"],
    [1024 ** 7, "1 ZB"],
    [1024 ** 8, "1 YB"],
    [1024 ** 9, "1024 YB"],
  ])("%d reads %s", (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text);
  });
});

describe("dates", () => {
  const moment = new Date(2026, 2, 7, 9, 5, 3);

  test("are shown as dd/MM/yy HH:mm in the reader's time zone", () => {
    expect(formatDate(moment)).toBe("07/03/26 09:05");
    expect(formatDate(moment.toISOString())).toBe("07/03/26 09:05");
    expect(formatDate(moment.getTime())).toBe("07/03/26 09:05");
  });

  test.each([
    ["dd/MM/yyyy", "07/03/2026"],
    ["HH:mm:ss", "09:05:03"],
    ["MM.yy", "03.26"],
    [DISPLAY.momentFormat, "7 Mar 2026, 09:05"],
  ])("with the pattern %s read %s", (pattern, text) => {
    expect(formatDate(moment, pattern)).toBe(text);
  });

  test("are the same in UTC in any time zone, also in an hour that daylight saving time skips", () => {
    vi.stubEnv("TZ", "America/New_York");
    expect(formatDate("2026-03-08T02:30:00Z", undefined, "UTC")).toBe("08/03/26 02:30");
    expect(formatDate("2026-03-08T02:30:00Z")).toBe("07/03/26 21:30");
  });

  test("have the name of the month if the pattern has it", () => {
    expect(formatDate("2026-11-12T14:05:00Z", DISPLAY.momentFormat, "UTC")).toBe("12 Nov 2026, 14:05");
    expect(formatDate("2026-03-01T00:00:00Z", "MMMM MM", "UTC")).toBe("March 03");
  });

  test.each(["", "yesterday", Number.NaN, new Date(Number.NaN)])("%s is an invalid date", (value) => {
    expect(formatDate(value)).toBe("Invalid date");
    expect(formatAge(value)).toBe("Invalid date");
  });
});

describe("counts", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1234567, "1,234,567"],
  ])("%d reads %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });
});

describe("ages", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  test.each([
    [-30, "just now"],
    [0, "just now"],
    [59, "just now"],
    [60, "1 minute ago"],
    [3599, "59 minutes ago"],
    [3600, "1 hour ago"],
    [86_399, "23 hours ago"],
    [86_400, "1 day ago"],
    [7 * 86_400, "1 week ago"],
    [30 * 86_400, "1 month ago"],
    [364 * 86_400, "12 months ago"],
    [365 * 86_400, "1 year ago"],
    [3 * 365 * 86_400, "3 years ago"],
    [1000 * 365 * 86_400, "1,000 years ago"],
  ])("%d seconds read %s", (seconds, text) => {
    expect(formatAge(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
  });
});

describe("skeletons", () => {
  test.each([
    [true, 0, 60],
    [true, 0.999999, 120],
    [false, 0, 120],
    [false, 0.999999, 280],
  ])("at medium width %s, chance %d gives %d pixels", (medium, chance, height) => {
    expect(computeSkeletonHeight(medium, () => chance)).toBe(height);
  });

  test("stay within their bounds for any random value", () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.boolean(), chance, (medium, value) => {
        const height = computeSkeletonHeight(medium, () => value);
        expect(height).toBeGreaterThanOrEqual(medium ? 60 : 120);
        expect(height).toBeLessThanOrEqual(medium ? 120 : 280);
      }),
    );
  });
});
