import { DISPLAY } from "./display.ts";
import { MESSAGES } from "./messages.ts";

/** A count with thousands separators, such as `1,234`. `Intl` would take longer to load than a page of counts to render. */
export const formatCount = (count: number): string => groupThousands(String(count));

const groupThousands = (decimal: string) => decimal.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ",");

interface PriceStyle {
  readonly decimals?: 0 | 2;
  /** `$1.2K` instead of `$1,200`. */
  readonly abbreviated?: boolean;
}

/** A price in dollars, such as `$1,200`; free for zero or none. */
export function formatPrice(
  dollars: number | null | undefined,
  { decimals = 0, abbreviated }: PriceStyle = {},
): string {
  if (!dollars) return MESSAGES.free;
  // `Intl` takes longer to load than a page of prices to render, and whole cents need it only when abbreviated.
  const isExact = decimals === 2 || Number.isInteger(dollars);
  if (dollars > 0 && isExact && !(abbreviated && (decimals === 2 || dollars >= 999))) {
    return `$${groupThousands(dollars.toFixed(decimals))}`;
  }
  const style: Intl.NumberFormatOptions = abbreviated
    ? { notation: "compact", maximumFractionDigits: 1 }
    : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `$${new Intl.NumberFormat("en-US", style).format(dollars)}`;
}

/** A fee such as `5% + $2.35`, from basis points and fixed cents; parts of zero are left out. */
export function formatFee({ basisPoints, fixedCents }: { basisPoints: number; fixedCents: number }): string {
  const fixed = formatPrice(fixedCents / 100, { decimals: fixedCents % 100 ? 2 : 0 });
  if (fixedCents === 0) return `${basisPoints / 100}%`;
  return basisPoints === 0 ? fixed : `${basisPoints / 100}% + ${fixed}`;
}

const SIZE_UNITS = ["Bytes", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"] as const;

const roundSize = (size: number) => Number(size.toFixed(size < 10 ? 1 : 0));

/** A file size in units of 1024, with one decimal below ten. */
export function formatFileSize(bytes: number): string {
  let size = Math.max(0, bytes);
  let unit = 0;
  while (roundSize(size) >= 1024 && unit < SIZE_UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${roundSize(size)} ${SIZE_UNITS[unit]}`;
}

type Moment = Date | string | number;

const twoDigits = (value: number) => String(value).padStart(2, "0");

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/**
 * A moment in the reader's time zone or UTC, formatted with `d`, `dd`, `MM`, `MMM`, `MMMM`, `yy`, `yyyy`, `HH`, `mm` and
 * `ss`; "Invalid date" for an invalid one.
 */
export function formatDate(moment: Moment, pattern: string = DISPLAY.dateFormat, zone?: "UTC"): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return MESSAGES.invalidDate;
  const read = (unit: "FullYear" | "Month" | "Date" | "Hours" | "Minutes" | "Seconds") =>
    date[`get${zone ?? ""}${unit}` as const]();
  const parts: Record<string, string> = {
    d: String(read("Date")),
    dd: twoDigits(read("Date")),
    MMMM: MONTHS[read("Month")] ?? "",
    MMM: (MONTHS[read("Month")] ?? "").slice(0, 3),
    MM: twoDigits(read("Month") + 1),
    yyyy: String(read("FullYear")),
    yy: twoDigits(read("FullYear") % 100),
    HH: twoDigits(read("Hours")),
    mm: twoDigits(read("Minutes")),
    ss: twoDigits(read("Seconds")),
  };
  return pattern.replace(/yyyy|dd?|MMMM?|MM|yy|HH|mm|ss/g, (part) => parts[part] ?? part);
}

const AGES: readonly (readonly [unit: string, seconds: number])[] = [
  ["year", 365 * 24 * 60 * 60],
  ["month", 30 * 24 * 60 * 60],
  ["week", 7 * 24 * 60 * 60],
  ["day", 24 * 60 * 60],
  ["hour", 60 * 60],
  ["minute", 60],
];

/** Age of a moment, such as "3 hours ago"; "just now" below a minute and for moments in the future. */
export function formatAge(moment: Moment, now: Date = new Date()): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return MESSAGES.invalidDate;
  const seconds = (now.getTime() - date.getTime()) / 1000;
  const age = AGES.find(([, length]) => seconds >= length);
  if (!age) return MESSAGES.justNow;
  const [unit, length] = age;
  const count = Math.floor(seconds / length);
  return `${formatCount(count)} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** Height of a loading skeleton in pixels; `random` returns a value from 0 up to 1. */
export function computeSkeletonHeight(atLeastMedium: boolean, random: () => number = Math.random): number {
  const { min, max } = atLeastMedium ? DISPLAY.skeleton.wide : DISPLAY.skeleton.narrow;
  return min + Math.floor(random() * (max - min + 1));
}
