import { Duration } from "aws-cdk-lib";
import type { Alarm, CompositeAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { AlarmTitle } from "#lib/constructs/alarm-texts.ts";
import type { Alarms } from "./alarms.ts";
import { failingCalls, type Metrics } from "./failing-calls.ts";

/** At this multiple of the failures that an objective allows, a fiftieth of a month's is used up in an hour. */
const BURN_RATE = 14.4;

export interface ObjectiveProps {
  readonly title: AlarmTitle;
  /** Percent of what was tried that may fail. */
  readonly allowed: number;
  /** Sums by a name for the expression, ten at most together. */
  readonly failed: Metrics;
  readonly tried: Metrics;
  /** The objective without which this one can't be met. */
  readonly unless?: Objective;
}

/**
 * Wakes somebody up when an objective is missed: an hour says that it matters, five minutes that it isn't over
 * (https://sre.google/workbook/alerting-on-slos/).
 */
export class Objective extends Construct {
  readonly lately: Alarm;
  readonly missed: CompositeAlarm;

  constructor(scope: Construct, alarms: Alarms, { title, allowed, failed, tried, unless }: ObjectiveProps) {
    super(scope, `${title.replaceAll(" ", "")}Objective`);
    const failures = failingCalls(failed, tried, allowed * BURN_RATE);
    const within = (minutes: number) =>
      alarms.watch(new Construct(this, `In${minutes}Minutes`), title, failures, {
        of: `${minutes}m`,
        period: Duration.minutes(minutes),
        isPart: true,
      });
    this.lately = within(5);
    this.missed = alarms.combine(this, title, {
      parts: [this.lately, within(60)],
      rings: "whenAll",
      unless: unless?.missed,
    });
  }
}
