import { runInNewContext } from "node:vm";
import * as z from "zod/mini";
import { parseProperties } from "#local/template/read.ts";
import type { Resolver } from "#local/template/resolve.ts";
import { computeStatistic, findSeries, type Metrics, type Series } from "./metrics.ts";

const Dimensions = z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []);

const Query = z.object({
  Id: z.string(),
  Expression: z.optional(z.string()),
  MetricStat: z.optional(
    z.object({
      Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions }),
      Period: z.number(),
      Stat: z.string(),
    }),
  ),
  Period: z.optional(z.number()),
  ReturnData: z.optional(z.boolean()),
});
type Query = z.output<typeof Query>;

const MetricAlarm = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z._default(z.array(z.unknown()), []),
  ComparisonOperator: z.enum(["GreaterThanThreshold", "LessThanThreshold"]),
  EvaluationPeriods: z.number(),
  Threshold: z.number(),
  TreatMissingData: z.enum(["breaching", "notBreaching"]),
  Namespace: z.optional(z.string()),
  MetricName: z.optional(z.string()),
  Dimensions,
  Period: z.optional(z.number()),
  Statistic: z.optional(z.string()),
  ExtendedStatistic: z.optional(z.string()),
  Metrics: z.optional(z.array(Query)),
});
type MetricAlarm = z.output<typeof MetricAlarm>;

const CompositeAlarm = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z._default(z.array(z.unknown()), []),
  AlarmRule: z.string(),
  ActionsSuppressor: z.optional(z.string()),
});

/** An alarm in state ALARM. */
export interface ActiveAlarm {
  readonly name: string;
  readonly description: string;
  /** The resources in state ALARM, for a query grouped by resource. */
  readonly of: readonly string[];
  /** False for a part of a composite alarm, and for a suppressed alarm. */
  readonly sendsMail: boolean;
}

/** The alarms of a template, with every reference replaced. */
export const readAlarms = (resolver: Resolver) => ({
  metric: resolver.listResources("AWS::CloudWatch::Alarm").map((resource) => parseProperties(resource, MetricAlarm)),
  composite: resolver
    .listResources("AWS::CloudWatch::CompositeAlarm")
    .map((resource) => parseProperties(resource, CompositeAlarm)),
});

type Alarms = ReturnType<typeof readAlarms>;

/** Values by resource; one with an empty name if the query isn't grouped by resource. */
type Values = ReadonlyMap<string, number | undefined>;

const SELECT =
  /^SELECT (?<function>\w+)\((?<name>\w+)\) FROM (?:SCHEMA\("(?<schema>[^"]+)"(?<labels>(?:, \w+)*)\)|"(?<namespace>[^"]+)") WHERE (?<where>.+?)(?: GROUP BY (?<by>\w+))?$/;

const FUNCTIONS: Readonly<Record<string, string>> = { SUM: "Sum", MAX: "Maximum", MIN: "Minimum", AVG: "Average" };

/** The part of Metrics Insights that the stack uses: conditions are equations, one of which is enough. */
function select(query: string, { series }: Metrics, end: number, seconds: number): Values {
  const { groups } = SELECT.exec(query) ?? {};
  if (!groups) throw new Error(`The laptop can't read the query ${query}`);
  const { schema, labels = "", namespace = schema, name, where = "", by } = groups;
  const wanted = [...where.matchAll(/(\w+) = '([^']*)'/g)].map(([, label = "", value]) => [label, value] as const);
  const exact = labels.split(", ").slice(1).sort().join();
  const matching = series.filter(
    (each) =>
      each.namespace === namespace &&
      each.name === name &&
      (!schema || Object.keys(each.dimensions).sort().join() === exact) &&
      wanted.some(([label, value]) => each.dimensions[label] === value),
  );
  const grouped = Map.groupBy(matching, ({ dimensions }) => (by ? (dimensions[by] ?? "") : ""));
  const statistic = FUNCTIONS[groups.function ?? ""] ?? "";
  return new Map([...grouped].map(([key, found]) => [key, computeStatistic(found, statistic, end, seconds)]));
}

type Wanted = {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: MetricAlarm["Dimensions"];
};

function listSeries({ Namespace, MetricName, Dimensions }: Wanted, { series }: Metrics): readonly Series[] {
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  const found = findSeries(series, { namespace: Namespace, name: MetricName, dimensions });
  return found ? [found] : [];
}

/** An expression or a rule of CloudWatch's as JavaScript has it. */
const toScript = (text: string) => text.replaceAll(" AND ", " && ").replaceAll(" OR ", " || ");

/** The result of a metric math expression; supports only the functions that the stack uses. */
function calculate(queries: readonly Query[], { Expression = "" }: Query, metrics: Metrics, end: number) {
  const context: Record<string, unknown> = {
    FILL: (value: number | undefined, missing: number) => value ?? missing,
    IF: (is: boolean, then: number, other: number) => (is ? then : other),
    MAX: (values: readonly number[]) => Math.max(...values),
    MIN: (values: readonly number[]) => Math.min(...values),
  };
  for (const { Id, MetricStat, Expression: inner } of queries) {
    if (MetricStat) {
      const { Metric, Stat, Period } = MetricStat;
      context[Id] = computeStatistic(listSeries(Metric, metrics), Stat, end, Period);
    } else if (inner && inner !== Expression) {
      throw new Error(`The laptop can't read ${Id}: an expression of expressions`);
    }
  }
  const result = Number(runInNewContext(toScript(Expression), context));
  return Number.isFinite(result) ? result : undefined;
}

/** The values of an alarm's metric in the period that ends then. */
function getValues(alarm: MetricAlarm, metrics: Metrics, end: number, seconds: number): Values {
  const { Namespace, MetricName, Dimensions, Statistic = "", Metrics: queries } = alarm;
  if (!queries) {
    const wanted = { Namespace: Namespace ?? "", MetricName: MetricName ?? "", Dimensions };
    return new Map([["", computeStatistic(listSeries(wanted, metrics), Statistic, end, seconds)]]);
  }
  const returned = queries.find(({ ReturnData, Expression }) => ReturnData !== false && Expression);
  if (!returned?.Expression) throw new Error(`The laptop can't read the alarm ${alarm.AlarmName}`);
  return returned.Expression.startsWith("SELECT ")
    ? select(returned.Expression, metrics, end, seconds)
    : new Map([["", calculate(queries, returned, metrics, end)]]);
}

const getPeriod = ({ Period, Metrics }: MetricAlarm) =>
  Period ?? Metrics?.map((query) => query.Period ?? query.MetricStat?.Period).find(Boolean) ?? 300;

/** The resources in state ALARM; one empty name if the alarm isn't grouped by resource, none if it is OK. */
function findBreaching(alarm: MetricAlarm, metrics: Metrics): readonly string[] {
  const { ComparisonOperator, Threshold, EvaluationPeriods, TreatMissingData } = alarm;
  const seconds = getPeriod(alarm);
  // Periods before the start have no data, which doesn't count as missing.
  const isWhole = metrics.now() - metrics.since >= EvaluationPeriods * seconds * 1000;
  if (TreatMissingData === "breaching" && !isWhole) return [];
  const isBreach = (value: number | undefined) => {
    if (value === undefined) return TreatMissingData === "breaching";
    return ComparisonOperator === "GreaterThanThreshold" ? value > Threshold : value < Threshold;
  };
  const periods = Array.from({ length: EvaluationPeriods }, (_, index) =>
    getValues(alarm, metrics, metrics.now() - index * seconds * 1000, seconds),
  );
  const names = new Set(periods.flatMap((values) => [...values.keys()]));
  return [...names].filter((name) => periods.every((values) => isBreach(values.get(name))));
}

const getArnName = (arn: string) => arn.split(":").at(-1) ?? arn;

/** Evaluates the template's alarms and lists those in state ALARM. */
export function listActiveAlarms({ metric, composite }: Alarms, metrics: Metrics): ActiveAlarm[] {
  const parts = metric.flatMap(({ AlarmName: name, ...alarm }) => {
    const names = findBreaching({ AlarmName: name, ...alarm }, metrics);
    if (names.length === 0) return [];
    const { AlarmDescription: description, AlarmActions } = alarm;
    return [{ name, description, of: names.filter(Boolean), sendsMail: AlarmActions.length > 0 }];
  });
  const active = new Set(parts.map(({ name }) => name));
  const isActive = (rule: string) =>
    runInNewContext(
      toScript(rule.replaceAll(/ALARM\("?([^")]+)"?\)/g, (_whole, arn: string) => String(active.has(getArnName(arn))))),
    ) === true;
  const wholes = composite.filter(({ AlarmRule }) => isActive(AlarmRule));
  const isQuiet = (suppressor = "") => wholes.some(({ AlarmName }) => AlarmName === getArnName(suppressor));
  return [
    ...parts,
    ...wholes.map(({ AlarmName: name, AlarmDescription: description, AlarmActions, ActionsSuppressor }) => ({
      name,
      description,
      of: [],
      sendsMail: AlarmActions.length > 0 && !isQuiet(ActionsSuppressor),
    })),
  ];
}
