import type { StateFile } from "#local/state-file.ts";
import type { RuleSpec } from "#local/template/events.ts";

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const CHECK_INTERVAL_MS = 20_000;
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** Milliseconds of `rate(5 minutes)`; undefined for another expression. */
export function parseRate(expression: string): number | undefined {
  const [, amount, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = UNIT_MS[unit];
  return amount && milliseconds ? Number(amount) * milliseconds : undefined;
}

function fieldMatches(field: string, value: number, names: string[] = [], firstName = 0): boolean {
  const parseNumber = (text: string) => (names.includes(text) ? names.indexOf(text) + firstName : Number(text));
  return field.split(",").some((part) => {
    const [range = "", step] = part.split("/");
    const [from = "", to] = range.split("-");
    if (from === "*" || from === "?") return !step || value % Number(step) === 0;
    const first = parseNumber(from);
    const last = to ? parseNumber(to) : step ? Number.POSITIVE_INFINITY : first;
    return value >= first && value <= last && (!step || (value - first) % Number(step) === 0);
  });
}

/** True if EventBridge's `cron(minute hour day month weekday year)` is due in this UTC minute. */
export function cronMatches(expression: string, at: Date): boolean {
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.split(/\s+/);
  if (fields?.length !== 6) throw new Error(`${expression} is a schedule expression that the laptop doesn't support`);
  const [minute = "", hour = "", day = "", month = "", weekday = "", year = ""] = fields;
  return (
    fieldMatches(minute, at.getUTCMinutes()) &&
    fieldMatches(hour, at.getUTCHours()) &&
    fieldMatches(day, at.getUTCDate()) &&
    fieldMatches(month, at.getUTCMonth() + 1, MONTHS, 1) &&
    fieldMatches(weekday, at.getUTCDay() + 1, WEEKDAYS, 1) &&
    fieldMatches(year, at.getUTCFullYear())
  );
}

/** Runs schedules; a rate that came due while the laptop was off runs at the next start. */
export function startSchedules(rules: RuleSpec[], run: (rule: RuleSpec) => void, ranAt: StateFile<number>) {
  const scheduled = rules.filter(({ schedule }) => schedule);
  function check(now = new Date()) {
    for (const rule of scheduled) {
      const last = ranAt.get(rule.name);
      const rate = parseRate(rule.schedule ?? "");
      const minute = Math.floor(now.getTime() / 60_000);
      const isDue = rate
        ? last !== undefined && now.getTime() - last >= rate
        : cronMatches(rule.schedule ?? "", now) && Math.floor((last ?? 0) / 60_000) !== minute;
      if (isDue) run(rule);
      if (isDue || (rate && last === undefined)) ranAt.set(rule.name, now.getTime());
    }
  }
  check();
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  return { check, stop: () => clearInterval(timer) };
}
