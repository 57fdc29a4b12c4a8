import { CfnOutput, Stack, Validations } from "aws-cdk-lib";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { SEARCH_TABLE } from "#lambdas/platform/table/indexes.ts";
import { SNAPSHOT_KEY } from "#lambdas/search-engine/file/snapshot-key.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import type { MarketplaceFunction, Right } from "./function.ts";
import { privateBucket } from "./pictures.ts";
import { tableProps } from "./table.ts";

/**
 * The search index: a table with its change log and a bucket with its newest snapshot. It can be rebuilt, so it has no
 * point-in-time recovery; without traffic it costs only its storage.
 */
export class SearchIndex extends Construct {
  readonly tables: Readonly<Record<string, Table>>;
  readonly rights: readonly Right[];
  private readonly table: Table;
  private readonly bucket: Bucket;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Search");
    this.table = new Table(this, "Log", tableProps(SEARCH_TABLE, stage));
    Validations.of(this.table).acknowledge({
      id: "AwsSolutions-DDB3",
      reason: "The index is made again from the marketplace's table.",
    });
    this.bucket = privateBucket(this, "Snapshots", stage, { versioned: false });
    this.tables = { search: this.table };
    this.rights = [
      [["dynamodb:BatchWriteItem", "dynamodb:PutItem", "dynamodb:Query"], [this.table.tableArn]],
      [["s3:GetObject", "s3:PutObject"], [this.bucket.arnForObjects("*")]],
      [["s3:ListBucket"], [this.bucket.bucketArn]],
    ];
    new CfnOutput(Stack.of(this), "SearchBucketName", { value: this.bucket.bucketName });
    new CfnOutput(Stack.of(this), "SearchTableName", { value: this.table.tableName });
  }

  /** With the right to list, S3 answers 404 instead of 403 before the first snapshot. */
  grantReadingTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ SEARCH_TABLE_NAME: this.table.tableName, SEARCH_BUCKET: this.bucket.bucketName });
    fn.allow(["dynamodb:Query"], [this.table.tableArn]);
    fn.allow(["s3:GetObject"], [this.bucket.arnForObjects(SNAPSHOT_KEY)]);
    fn.allow(["s3:ListBucket"], [this.bucket.bucketArn]);
  }

  /** A writer reads what it saves as a snapshot; old entries of the log are deleted in batches. */
  grantWritingTo(fn: MarketplaceFunction) {
    this.grantReadingTo(fn);
    fn.allow(["dynamodb:BatchWriteItem", "dynamodb:PutItem"], [this.table.tableArn]);
    fn.allow(["s3:PutObject"], [this.bucket.arnForObjects(SNAPSHOT_KEY)]);
  }
}
