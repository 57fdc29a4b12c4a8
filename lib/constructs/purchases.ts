import { Duration, Validations } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";

/** Scheduled functions for unfinished payments and for transfers to sellers. */
export class Purchases extends Construct {
  readonly expireIntents: MarketplaceFunction;
  readonly settleOrders: MarketplaceFunction;

  constructor(scope: Construct, setting: FunctionSetting) {
    super(scope, "Purchases");
    this.expireIntents = new MarketplaceFunction(this, setting, {
      name: "expire-intents",
      timeout: Duration.minutes(2),
    });
    this.settleOrders = new MarketplaceFunction(this, setting, {
      name: "settle-orders",
      timeout: Duration.minutes(5),
    });
    // No retries: the next run catches up. Runs without payments too, for those left from when they were on.
    const sweeps = [
      ["EveryFiveMinutes", 5, this.expireIntents],
      ["EveryTenMinutes", 10, this.settleOrders],
    ] as const;
    for (const [id, minutes, { lambda }] of sweeps) {
      const rule = new Rule(this, id, {
        schedule: Schedule.rate(Duration.minutes(minutes)),
        targets: [new LambdaFunction(lambda, { retryAttempts: 0 })],
      });
      Validations.of(rule).acknowledge({
        id: "Serverless-EventBusDLQ",
        reason: "The next run retries, and an alarm fires if none ran for 30 minutes.",
      });
    }
    const fewest = new MathExpression({
      expression: "MIN([FILL(expired, 0), FILL(settled, 0)])",
      usingMetrics: { expired: this.expireIntents.counts.calls, settled: this.settleOrders.counts.calls },
    });
    setting.alarms.watchSilence(this, "Sweep didn't run", fewest, Duration.minutes(30));
  }
}
