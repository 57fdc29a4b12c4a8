import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";

/** Looks after payments that nobody finished, and after what sellers get of those that were made. */
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
    // The next run does what a failed one left. Without payments there may be some left from when the stage took them.
    for (const [id, minutes, fn] of [
      ["EveryFiveMinutes", 5, this.expireIntents],
      ["EveryTenMinutes", 10, this.settleOrders],
    ] as const) {
      const { lambda } = fn;
      new Rule(this, id, {
        schedule: Schedule.rate(Duration.minutes(minutes)),
        targets: [new LambdaFunction(lambda, { retryAttempts: 0 })],
      });
      setting.alarms.watchSilence(fn, "Sweep didn't run", lambda.metricInvocations(), Duration.minutes(3 * minutes), {
        of: fn.name,
      });
    }
  }
}
