import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import { streamConsumers } from "#lib/entries.ts";
import { DeadLetters } from "./dead-letters.ts";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";

/** A record that fails is tried again for some minutes; longer than that the function can't keep up. */
const LONGEST_LAG_MS = Duration.minutes(15).toMilliseconds();

/** What follows a write: each consumer reads the table's stream in order, at least once. */
export class Streams extends Construct {
  readonly consumers: readonly MarketplaceFunction[];

  constructor(scope: Construct, setting: FunctionSetting, table: Table) {
    super(scope, "Streams");
    const { queue } = new DeadLetters(this, "UndeliveredRecords", setting.alarms);
    new CfnOutput(Stack.of(this), "UndeliveredRecords", { value: queue.queueUrl });
    this.consumers = streamConsumers().map(({ name, patterns }) => {
      const fn = new MarketplaceFunction(this, setting, {
        name,
        timeout: Duration.minutes(1),
      });
      new EventSourceMapping(fn, "Stream", {
        target: fn.lambda,
        eventSourceArn: table.tableStreamArn,
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        retryAttempts: 10,
        onFailure: new SqsDlq(queue),
        filters: filtersOf(patterns),
      });
      const behind = fn.lambda.metric("IteratorAge", { statistic: "Maximum" });
      setting.alarms.watch(fn, "Behind", behind, `${name} is minutes behind the table`, LONGEST_LAG_MS);
      allowReading(table, fn);
      return fn;
    });
  }
}

/** None at all lets every record through; an empty list isn't allowed. */
const filtersOf = (patterns: readonly object[]) =>
  patterns.length > 0 ? patterns.map((pattern) => ({ pattern: JSON.stringify(pattern) })) : undefined;

/** Listing streams takes no resource to name. */
function allowReading({ tableStreamArn }: Table, fn: MarketplaceFunction) {
  const actions = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"];
  fn.allow(actions, tableStreamArn ? [tableStreamArn] : []);
  fn.allow(["dynamodb:ListStreams"], ["*"]);
}
