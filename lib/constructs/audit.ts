import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, BillingMode, Table } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { AUDIT_TABLE } from "#lambdas/table/indexes.ts";
import type { Stage } from "#lib/stages.ts";
import type { MarketplaceFunction } from "./function.ts";

/**
 * The audit log. Functions may add entries and nothing else: they can't read the keys of those that exist, without which
 * nothing can be written over. TTL ends an entry.
 */
export class Audit extends Construct {
  readonly table: Table;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Audit");
    this.table = new Table(this, "Log", {
      partitionKey: { name: AUDIT_TABLE.partitionKey, type: AttributeType.STRING },
      sortKey: { name: AUDIT_TABLE.sortKey, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: AUDIT_TABLE.ttl,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: stage.pointInTimeRecovery },
      deletionProtection: stage.keepsData,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ AUDIT_TABLE_NAME: this.table.tableName });
    fn.allow(["dynamodb:PutItem"], [this.table.tableArn]);
  }
}
