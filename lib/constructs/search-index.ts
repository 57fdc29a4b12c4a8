import { Table } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { SEARCH_TABLE } from "#lambdas/table/indexes.ts";
import type { Stage } from "#lib/stages.ts";
import type { MarketplaceFunction } from "./function.ts";
import { tableProps } from "./table.ts";

const READING = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];

/** A transaction needs the rights of its parts, and a batch of PartiQL those of its statements. */
const WRITING = [
  "dynamodb:BatchWriteItem",
  "dynamodb:DeleteItem",
  "dynamodb:PartiQLInsert",
  "dynamodb:PartiQLUpdate",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
];

/**
 * The table of the search index. Apart from the marketplace's, whose stream would carry each of the index's many small
 * writes to every consumer. It can be made anew, so it has no recovery; without traffic it costs its storage.
 */
export class SearchIndex extends Construct {
  readonly table: Table;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Search");
    this.table = new Table(this, "Index", tableProps(SEARCH_TABLE, stage));
  }

  grantReadingTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ SEARCH_TABLE_NAME: this.table.tableName });
    fn.allow(READING, [this.table.tableArn]);
  }

  grantWritingTo(fn: MarketplaceFunction) {
    fn.allow(WRITING, [this.table.tableArn]);
  }
}
