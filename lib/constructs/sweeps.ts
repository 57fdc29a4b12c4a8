import { Duration, Validations } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";

/** Scheduled functions for unfinished payments, transfers to sellers and announcements that are due. */
export class Sweeps extends Construct {
  readonly expireIntents: MarketplaceFunction;
  readonly settleOrders: MarketplaceFunction;
  readonly publishAnnouncements: MarketplaceFunction;

  constructor(scope: Construct, setting: FunctionSetting) {
    super(scope, "Sweeps");
    this.expireIntents = new MarketplaceFunction(this, setting, {
      name: "expire-intents",
      timeout: Duration.minutes(2),
    });
    this.settleOrders = new MarketplaceFunction(this, setting, {
      name: "settle-orders",
      timeout: Duration.minutes(5),
    });
    this.publishAnnouncements = new MarketplaceFunction(this, setting, {
      name: "publish-announcements",
      timeout: Duration.minutes(1),
    });
    // No retries: the next run catches up. Runs without payments too, for those left from when they were on.
    const sweeps = [
      ["EveryFiveMinutes", 5, [this.expireIntents, this.publishAnnouncements]],
      ["EveryTenMinutes", 10, [this.settleOrders]],
    ] as const;
    for (const [id, minutes, functions] of sweeps) {
      const rule = new Rule(this, id, {
        schedule: Schedule.rate(Duration.minutes(minutes)),
        targets: functions.map(({ lambda }) => new LambdaFunction(lambda, { retryAttempts: 0 })),
      });
      Validations.of(rule).acknowledge({
        id: "Serverless-EventBusDLQ",
        reason: "The next run retries, and an alarm fires if none ran for 30 minutes.",
      });
    }
    const fewest = new MathExpression({
      expression: "MIN([FILL(expired, 0), FILL(settled, 0), FILL(published, 0)])",
      usingMetrics: {
        expired: this.expireIntents.counts.calls,
        settled: this.settleOrders.counts.calls,
        published: this.publishAnnouncements.counts.calls,
      },
    });
    setting.alarms.watchSilence(this, "Sweep didn't run", fewest, Duration.minutes(30));
  }
}
