import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";

/** Looks after payments that nobody finished. */
export class Purchases extends Construct {
  readonly expireIntents: MarketplaceFunction;

  constructor(scope: Construct, setting: FunctionSetting) {
    super(scope, "Purchases");
    this.expireIntents = new MarketplaceFunction(this, setting, {
      name: "expire-intents",
      timeout: Duration.minutes(2),
    });
    // The next run does what a failed one left. Without payments there may be some left from when the stage took them.
    new Rule(this, "EveryFiveMinutes", {
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaFunction(this.expireIntents.lambda, { retryAttempts: 0 })],
    });
  }
}
