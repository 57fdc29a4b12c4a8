import { Duration, Lazy, Stack } from "aws-cdk-lib";
import {
  Alarm,
  type AlarmBase,
  type AlarmProps,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { ALARMS, type AlarmTitle, describeAlarm, type Severity, toAnchor } from "#lib/constructs/alarm-texts.ts";
import { getStackName, type Stage } from "#lib/stacks/stages.ts";
import { type CountedMetric, METRIC_DIMENSION, METRIC_NAMESPACE } from "#shared/metrics.ts";

/** The runbook's path in the repository, for stages without a URL of it. */
const RUNBOOK = "docs/runbook.md";

type Watched = Metric | MathExpression;

interface WatchOptions {
  /** Subject in the alarm's name, if the kind has several alarms. */
  readonly of?: string;
  /** Sends no notification: it is part of a composite alarm. */
  readonly isPart?: boolean;
  /** The alarm fires above this value; `watchSilence` fires below it. */
  readonly limit?: number;
  /** Consecutive periods that have to breach. */
  readonly periods?: number;
  readonly period?: Duration;
  readonly lowSamples?: "ignore";
}

interface Combination {
  readonly parts: readonly Alarm[];
  readonly rule: "allOf" | "anyOf";
  /** Suppresses notifications while this alarm fires, which covers the cause or the whole. */
  readonly suppressedBy?: AlarmBase | undefined;
}

/** How long an alarm waits for its suppressor, and stays suppressed afterwards. */
const QUIET = {
  actionsSuppressorWaitPeriod: Duration.minutes(3),
  actionsSuppressorExtensionPeriod: Duration.minutes(10),
};

/** One SNS topic per severity, which alarms notify when they fire and recover, with its e-mail subscription. */
export class Alarms extends Construct {
  private readonly actions: Readonly<Record<Severity, SnsAction>>;
  private readonly stage: Stage;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Alarms");
    this.stage = stage;
    const { alarmMail, pagerMail = alarmMail } = stage;
    this.actions = { page: this.topic("Pages", pagerMail), ticket: this.topic("Tickets", alarmMail) };
  }

  /** Fires when the metric exceeds `limit`, by default within five minutes; missing data is fine. */
  watch(owner: Construct, title: AlarmTitle, metric: Watched, options: WatchOptions = {}) {
    const { limit = 0, periods = 1, period = Duration.minutes(5), lowSamples } = options;
    return this.createAlarm(owner, title, options, {
      metric: metric.with({ period }) as IMetric,
      threshold: limit,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...(lowSamples ? { evaluateLowSampleCountPercentile: lowSamples } : {}),
    });
  }

  /** Fires when less than `limit`, by default nothing, was counted in the whole period. */
  watchSilence(owner: Construct, title: AlarmTitle, metric: Watched, period: Duration, options: WatchOptions = {}) {
    const { limit = 1 } = options;
    return this.createAlarm(owner, title, options, {
      metric: metric.with({ period }) as IMetric,
      threshold: limit,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  /** Watches a metric that functions count in their logs. */
  watchCounted(title: AlarmTitle, counted: CountedMetric, options: WatchOptions = {}) {
    return this.watch(this, title, countedMetric(counted, this.stage), options);
  }

  /** Creates a composite alarm, so that its parts send one notification. */
  combine(owner: Construct, title: AlarmTitle, { parts, rule, suppressedBy }: Combination) {
    const rules = parts.map((part) => AlarmRule.fromAlarm(part, AlarmState.ALARM));
    const alarm = new CompositeAlarm(owner, `${toId(title)}Alarm`, {
      alarmRule: rule === "allOf" ? AlarmRule.allOf(...rules) : AlarmRule.anyOf(...rules),
      compositeAlarmName: this.buildName(title),
      alarmDescription: this.describe(title),
      ...(suppressedBy ? { actionsSuppressor: suppressedBy, ...QUIET } : {}),
    });
    return this.notify(alarm, title);
  }

  private createAlarm(owner: Construct, title: AlarmTitle, { of, isPart }: WatchOptions, props: AlarmProps) {
    const alarm = new Alarm(owner, `${toId(title)}Alarm`, {
      ...props,
      alarmName: this.buildName(title, of),
      alarmDescription: this.describe(title),
    });
    return isPart ? alarm : this.notify(alarm, title);
  }

  private buildName(title: AlarmTitle, of?: string) {
    return [getStackName(this.stage), toAnchor(title), ...(of ? [of] : [])].join(" ");
  }

  private describe(title: AlarmTitle) {
    return describeAlarm(title, this.stage.runbook ?? RUNBOOK);
  }

  private notify<A extends AlarmBase>(alarm: A, title: AlarmTitle) {
    const action = this.actions[ALARMS[title].severity];
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  }

  private topic(id: string, address: string | undefined) {
    const topic = new Topic(this, id, { enforceSSL: true });
    topic.addToResourcePolicy(createAlarmStatement(Stack.of(this), topic));
    if (address) topic.addSubscription(new EmailSubscription(address));
    return new SnsAction(topic);
  }
}

/** Sum of a metric that the stage's functions count in their logs. */
export const countedMetric = (metricName: CountedMetric, stage: Stage) =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { [METRIC_DIMENSION]: stage.name },
    statistic: "Sum",
  });

/**
 * A metric grouped by resource: one alarm, which sends a mail with the name of each resource that breaches.
 * `names` is evaluated at synthesis, so resources may be created after the alarm.
 */
export function metricOfEach(metric: string, from: string, dimension: string, names: () => readonly string[]) {
  const any = Lazy.string({
    produce: () =>
      names()
        .map((name) => `${dimension} = '${name}'`)
        .join(" OR "),
  });
  return new MathExpression({ expression: `SELECT ${metric} FROM ${from} WHERE ${any} GROUP BY ${dimension}` });
}

/** A metric grouped by function. */
export const metricOfFunctions = (metric: string, functions: () => readonly { readonly lambda: IFunction }[]) =>
  metricOfEach(metric, 'SCHEMA("AWS/Lambda", FunctionName)', "FunctionName", () =>
    functions().map(({ lambda }) => lambda.functionName),
  );

const toId = (title: AlarmTitle) => title.replaceAll(/[^A-Za-z\d]/g, "");

/** A topic with its own policy has to allow alarms to publish. */
const createAlarmStatement = ({ account }: Stack, { topicArn }: Topic) =>
  new PolicyStatement({
    principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
    actions: ["sns:Publish"],
    resources: [topicArn],
    conditions: { StringEquals: { "aws:SourceAccount": account } },
  });
