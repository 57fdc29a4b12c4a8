import { RemovalPolicy } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import type { MarketplaceFunction } from "./function.ts";

/** No Scan: every access pattern is a key. */
export const READING = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];

/** A transaction needs the rights of its operations. */
export const WRITING = [
  "dynamodb:ConditionCheckItem",
  "dynamodb:DeleteItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
];

interface TableKeys {
  readonly partitionKey: string;
  readonly sortKey: string;
}

/** Properties of every table: on-demand capacity, and retained where the stage keeps data. */
export const tableProps = ({ partitionKey, sortKey }: TableKeys, { keepsData }: Stage) => ({
  partitionKey: stringAttribute(partitionKey),
  sortKey: stringAttribute(sortKey),
  billingMode: BillingMode.PAY_PER_REQUEST,
  deletionProtection: keepsData,
  removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
});

const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

/** The single table with its stream; its keys and indexes come from `lambdas/platform/table/indexes.ts`. */
export class MarketplaceTable extends Construct {
  readonly table: ITable;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Data");
    this.table = stage.restoredTable ? this.adopt(stage.restoredTable) : this.make(stage);
  }

  /** References a restored table; `npm run ops -- restore` has set what a restore leaves out. */
  private adopt({ name, streamArn }: NonNullable<Stage["restoredTable"]>): ITable {
    return Table.fromTableAttributes(this, "Restored", { tableName: name, tableStreamArn: streamArn });
  }

  private make(stage: Stage): ITable {
    const table = new Table(this, "Table", {
      ...tableProps(TABLE, stage),
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: TABLE.ttl,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: stage.pointInTimeRecovery },
    });
    for (const { name, partitionKey, sortKey, include } of TABLE.indexes) {
      table.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: stringAttribute(partitionKey),
        sortKey: stringAttribute(sortKey),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...include],
      });
    }
    return table;
  }

  grantTo(fn: MarketplaceFunction) {
    this.grantReadingTo(fn);
    fn.allow(WRITING, [this.table.tableArn]);
  }

  grantReadingTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ TABLE_NAME: this.table.tableName });
    fn.allow(READING, [this.table.tableArn]);
    fn.allow(
      ["dynamodb:Query"],
      TABLE.indexes.map(({ name }) => `${this.table.tableArn}/index/${name}`),
    );
  }
}
