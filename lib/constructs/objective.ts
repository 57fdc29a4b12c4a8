import { Duration } from "aws-cdk-lib";
import type { Alarm, CompositeAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { AlarmTitle } from "#lib/constructs/alarm-texts.ts";
import type { Alarms } from "./alarms.ts";
import { failingCalls, type Metrics } from "./failing-calls.ts";

/** Multiple of the allowed failure rate that uses up 2 % of a month's error budget in an hour. */
const BURN_RATE = 14.4;

export interface ObjectiveProps {
  readonly title: AlarmTitle;
  /** Percent of attempts that may fail. */
  readonly allowed: number;
  /** Sums by their id in the expression; at most ten in both. */
  readonly failed: Metrics;
  readonly attempts: Metrics;
  /** Sums of failed attempts that don't count. */
  readonly excused?: Metrics;
  /** Objective that this one depends on; while it is missed, this one stays silent. */
  readonly suppressedBy?: Objective;
}

/**
 * Pages when the burn rate is too high over an hour, so that it matters, and over five minutes, so that it isn't over
 * (https://sre.google/workbook/alerting-on-slos/).
 */
export class Objective extends Construct {
  readonly lately: Alarm;
  readonly missed: CompositeAlarm;

  constructor(
    scope: Construct,
    alarms: Alarms,
    { title, allowed, failed, attempts, excused, suppressedBy }: ObjectiveProps,
  ) {
    super(scope, `${title.replaceAll(" ", "")}Objective`);
    const failures = failingCalls(failed, attempts, allowed * BURN_RATE, excused);
    const within = (minutes: number) =>
      alarms.watch(new Construct(this, `In${minutes}Minutes`), title, failures, {
        of: `${minutes}m`,
        period: Duration.minutes(minutes),
        isPart: true,
      });
    this.lately = within(5);
    this.missed = alarms.combine(this, title, {
      parts: [this.lately, within(60)],
      rule: "allOf",
      suppressedBy: suppressedBy?.missed,
    });
  }
}
