import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { VISITS_TABLE } from "#lambdas/platform/table/indexes.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import type { MarketplaceFunction } from "./function.ts";
import { tableProps } from "./table.ts";

/** A day's visits and the key that hashes them. No recovery or stream, as no copy of an expired key may remain. */
export class Visits extends Construct {
  readonly table: Table;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Visits");
    this.table = new Table(this, "Table", {
      ...tableProps(VISITS_TABLE, stage),
      timeToLiveAttribute: VISITS_TABLE.ttl,
      deletionProtection: false,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.table).acknowledge({
      id: "AwsSolutions-DDB3",
      reason: "No copy of a day's key may outlive the day.",
    });
  }

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ VISITS_TABLE_NAME: this.table.tableName });
    fn.allow(["dynamodb:GetItem", "dynamodb:PutItem"], [this.table.tableArn]);
  }
}
