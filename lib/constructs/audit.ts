import { Table } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { AUDIT_TABLE } from "#lambdas/platform/table/indexes.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import type { MarketplaceFunction } from "./function.ts";
import { tableProps } from "./table.ts";

/**
 * The audit log. A function either adds entries or reads them: without the keys of existing entries it can't overwrite any.
 * Entries expire by TTL.
 */
export class Audit extends Construct {
  readonly table: Table;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Audit");
    this.table = new Table(this, "Log", {
      ...tableProps(AUDIT_TABLE, stage),
      timeToLiveAttribute: AUDIT_TABLE.ttl,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: stage.pointInTimeRecovery },
    });
  }

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ AUDIT_TABLE_NAME: this.table.tableName });
    fn.allow(["dynamodb:PutItem"], [this.table.tableArn]);
  }

  grantReadingTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ AUDIT_TABLE_NAME: this.table.tableName });
    fn.allow(["dynamodb:Query"], [this.table.tableArn]);
  }
}
