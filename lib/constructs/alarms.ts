import { Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  type MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import {
  ALARMS,
  type AlarmDeclaration,
  type AlarmTitle,
  anchorOf,
  describeAlarm,
  type Severity,
} from "#lib/constructs/alarm-texts.ts";
import { type Stage, stackNameOf } from "#lib/stacks/stages.ts";
import { type CountedMetric, METRIC_DIMENSION, METRIC_NAMESPACE } from "#shared/metrics.ts";

/** Where the runbook stands for whoever has the repository. */
const RUNBOOK = "docs/runbook.md";

type Watched = Metric | MathExpression;

interface WatchOptions {
  /** Subject in the alarm's name, where the kind has several alarms. */
  readonly of?: string;
  /** Declaration of this alarm, where it isn't the same for all of its kind. */
  readonly declaration?: AlarmDeclaration;
  /** It rings above. */
  readonly limit?: number;
  /** Periods of five minutes in a row that have to be above. */
  readonly periods?: number;
  readonly period?: Duration;
  readonly lowSamples?: "ignore";
}

/** Two topics that every alarm of the stack notifies one of, by its severity, as it rings and as it ends, and the e-mail addresses that subscribe. */
export class Alarms extends Construct {
  private readonly actions: Readonly<Record<Severity, SnsAction>>;
  private readonly stage: Stage;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Alarms");
    this.stage = stage;
    const { alarmMail, pagerMail = alarmMail } = stage;
    this.actions = { page: this.topic("Pages", pagerMail), ticket: this.topic("Tickets", alarmMail) };
  }

  /** Rings when the metric passes `limit` within five minutes; silence means that nothing happened. */
  watch(owner: Construct, title: AlarmTitle, metric: Watched, options: WatchOptions = {}) {
    const { limit = 0, periods = 1, period = Duration.minutes(5), lowSamples } = options;
    return this.ring(owner, title, options, {
      metric: metric.with({ period }) as IMetric,
      threshold: limit,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...(lowSamples ? { evaluateLowSampleCountPercentile: lowSamples } : {}),
    });
  }

  /** Rings when nothing was counted for the whole period: what has to come by itself, and doesn't. */
  watchSilence(owner: Construct, title: AlarmTitle, metric: Metric, period: Duration, options: WatchOptions) {
    return this.ring(owner, title, options, {
      metric: metric.with({ period, statistic: "Sum" }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  /** Rings for what functions count in their logs. */
  watchCounted(title: AlarmTitle, counted: CountedMetric, options: WatchOptions = {}) {
    return this.watch(this, title, countedMetric(counted, this.stage), options);
  }

  private ring(
    owner: Construct,
    title: AlarmTitle,
    { of, declaration = ALARMS[title] }: WatchOptions,
    props: AlarmProps,
  ) {
    const { severity } = declaration;
    const words = [stackNameOf(this.stage), anchorOf(title), ...(of ? [of] : [])];
    const alarm = new Alarm(owner, `${idOf(title)}Alarm`, {
      ...props,
      alarmName: words.join(" "),
      alarmDescription: describeAlarm(title, declaration, this.stage.runbook ?? RUNBOOK),
    });
    alarm.addAlarmAction(this.actions[severity]);
    alarm.addOkAction(this.actions[severity]);
    return alarm;
  }

  private topic(id: string, address: string | undefined) {
    const topic = new Topic(this, id, { enforceSSL: true });
    topic.addToResourcePolicy(alarmsOf(Stack.of(this), topic));
    if (address) topic.addSubscription(new EmailSubscription(address));
    return new SnsAction(topic);
  }
}

/** How often functions of the stage counted something. */
export const countedMetric = (metricName: CountedMetric, stage: Stage) =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { [METRIC_DIMENSION]: stage.name },
    statistic: "Sum",
  });

const idOf = (title: AlarmTitle) => title.replaceAll(/[^A-Za-z\d]/g, "");

/** A topic with a policy of its own is deaf to alarms until the policy names them. */
const alarmsOf = ({ account }: Stack, { topicArn }: Topic) =>
  new PolicyStatement({
    principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
    actions: ["sns:Publish"],
    resources: [topicArn],
    conditions: { StringEquals: { "aws:SourceAccount": account } },
  });
