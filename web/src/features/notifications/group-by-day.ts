import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import type { Notification } from "#shared/model/community.ts";

const formatDay = (moment: Date | string) => formatDate(moment, DISPLAY.shortDayFormat);

export interface Day {
  readonly label: string;
  readonly items: readonly Notification[];
}

/** Notifications by the reader's day, in their order: "Today", "Yesterday", then "27 Nov 2026". */
export function groupByDay(items: readonly Notification[], now: Date = new Date()): Day[] {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const names = new Map([
    [formatDay(yesterday), "Yesterday"],
    [formatDay(now), "Today"],
  ]);
  const days = new Map<string, Notification[]>();
  for (const item of items) {
    const day = formatDay(item.created);
    const label = names.get(day) ?? day;
    days.set(label, [...(days.get(label) ?? []), item]);
  }
  return [...days].map(([label, ofDay]) => ({ label, items: ofDay }));
}
