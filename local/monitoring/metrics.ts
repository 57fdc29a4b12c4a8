import { isDeepStrictEqual } from "node:util";

type Dimensions = Readonly<Record<string, string>>;

export interface Datum {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Dimensions;
  readonly value: number;
}

/** A metric's values of one minute. */
interface Minute {
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

export interface Series {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Dimensions;
  readonly minutes: Map<number, Minute>;
}

/** Longer than any alarm's evaluation period. */
const KEPT_MINUTES = 24 * 60;

const toMinute = (time: number) => Math.floor(time / 60_000);

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string }[];
}

/** Metrics in a line of a log, in CloudWatch's embedded metric format. */
function parseMetrics(line: string): Datum[] {
  if (!line.includes('"_aws"')) return [];
  try {
    const fields = JSON.parse(line) as Record<string, unknown> & { _aws: { CloudWatchMetrics: readonly Directive[] } };
    return fields._aws.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
      Dimensions.flatMap((names) =>
        Metrics.map(({ Name: name }) => ({
          namespace,
          name,
          dimensions: Object.fromEntries(names.map((dimension) => [dimension, String(fields[dimension])])),
          value: Number(fields[name]),
        })),
      ),
    );
  } catch {
    return [];
  }
}

/** The metric of this name with exactly these dimensions. */
export const findSeries = (all: readonly Series[], { namespace, name, dimensions }: Omit<Series, "minutes">) =>
  all.find(
    (series) =>
      series.name === name && series.namespace === namespace && isDeepStrictEqual(series.dimensions, dimensions),
  );

/** The laptop's metrics, by the minute, as CloudWatch keeps them. */
export function openMetrics(now = Date.now) {
  const allSeries: Series[] = [];
  const since = now();

  function ensureSeries({ namespace, name, dimensions }: Datum): Series {
    const found = findSeries(allSeries, { namespace, name, dimensions });
    if (found) return found;
    const series = { namespace, name, dimensions, minutes: new Map<number, Minute>() };
    allSeries.push(series);
    return series;
  }

  function add(datum: Datum) {
    const { minutes } = ensureSeries(datum);
    const { value } = datum;
    const minute = toMinute(now());
    if (!minutes.has(minute)) {
      for (const old of minutes.keys()) if (old < minute - KEPT_MINUTES) minutes.delete(old);
    }
    const { sum = 0, min = value, max = value, count = 0 } = minutes.get(minute) ?? {};
    minutes.set(minute, {
      sum: sum + value,
      min: Math.min(min, value),
      max: Math.max(max, value),
      count: count + 1,
    });
  }

  return {
    add,
    /** Counts the metrics in a function's log line. */
    readLine(line: string) {
      for (const datum of parseMetrics(line)) add(datum);
    },
    series: allSeries as readonly Series[],
    now,
    /** When counting started. */
    since,
  };
}

export type Metrics = ReturnType<typeof openMetrics>;

const STATISTICS: Readonly<Record<string, (minutes: readonly Minute[]) => number>> = {
  Sum: (minutes) => minutes.reduce((total, { sum }) => total + sum, 0),
  Maximum: (minutes) => Math.max(...minutes.map(({ max }) => max)),
  Minimum: (minutes) => Math.min(...minutes.map(({ min }) => min)),
  Average: (minutes) =>
    minutes.reduce((total, { sum }) => total + sum, 0) / minutes.reduce((total, { count }) => total + count, 0),
};

/** A statistic over the minutes up to `end`; undefined without data, or for statistics that need single values. */
export function computeStatistic(series: readonly Series[], statistic: string, end: number, seconds: number) {
  const last = toMinute(end);
  const within = series.flatMap(({ minutes }) =>
    [...minutes].flatMap(([minute, told]) => (minute <= last && minute > last - seconds / 60 ? [told] : [])),
  );
  return within.length > 0 ? STATISTICS[statistic]?.(within) : undefined;
}
