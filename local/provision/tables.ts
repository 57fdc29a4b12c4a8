import { setTimeout as sleep } from "node:timers/promises";
import type { TableSpec } from "#local/template/tables.ts";
import { callDynamoDb, DynamoDbError } from "./dynamodb-call.ts";

type Index = NonNullable<TableSpec["GlobalSecondaryIndexes"]>[number];

interface Description {
  Table: {
    GlobalSecondaryIndexes?: (Index & { IndexStatus: string })[];
    LatestStreamArn?: string;
    ItemCount?: number;
  };
}

const toIndex = ({ IndexName, KeySchema, Projection }: Index) => ({
  IndexName,
  KeySchema,
  Projection,
});

async function describe(url: string, TableName: string): Promise<Description["Table"] | undefined> {
  try {
    return (await callDynamoDb<Description>(url, "tables", "DescribeTable", { TableName })).Table;
  } catch (error) {
    if (error instanceof DynamoDbError && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

const create = (url: string, table: TableSpec) =>
  callDynamoDb(url, "tables", "CreateTable", {
    TableName: table.name,
    AttributeDefinitions: table.AttributeDefinitions,
    KeySchema: table.KeySchema,
    BillingMode: "PAY_PER_REQUEST",
    GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(toIndex),
    LocalSecondaryIndexes: table.LocalSecondaryIndexes?.map(toIndex),
    ...(table.StreamSpecification && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: table.StreamSpecification.StreamViewType },
    }),
  });

/** Keys and projection of an index as text, whatever the order of attributes. */
const describeIndex = ({ KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }: Index) =>
  JSON.stringify([
    KeySchema.map(({ AttributeName, KeyType }) => [KeyType, AttributeName]),
    ProjectionType,
    [...NonKeyAttributes].sort(),
  ]);

/**
 * Updates that turn the existing indexes into the template's. Throws CloudFormation's error for updates that a table
 * doesn't support: to change an index, or to create or delete more than one.
 */
function indexUpdates({ name, GlobalSecondaryIndexes: wanted = [] }: TableSpec, existing: Description["Table"]) {
  const { GlobalSecondaryIndexes: known = [] } = existing;
  const namedAs = (index: Index) => (other: Index) => other.IndexName === index.IndexName;
  const refuse = (reason: string) => {
    throw new Error(`${name} UPDATE_FAILED: ${reason} Deploy one change of an index at a time, or begin with --fresh.`);
  };
  if (
    known.some((index) =>
      wanted.some((other) => namedAs(index)(other) && describeIndex(index) !== describeIndex(other)),
    )
  ) {
    refuse(
      "Cannot update GSI's properties other than Provisioned Throughput and Contributor Insights Specification. " +
        "You can create a new GSI with a different name.",
    );
  }
  const updates = [
    ...wanted.filter((index) => !known.some(namedAs(index))).map((index) => ({ Create: toIndex(index) })),
    ...known.filter((index) => !wanted.some(namedAs(index))).map(({ IndexName }) => ({ Delete: { IndexName } })),
  ];
  if (updates.length > 1) refuse("Cannot perform more than one GSI creation or deletion in a single update.");
  return updates;
}

/** As CloudFormation, waits until an index is filled or gone. */
async function indexesSettled(url: string, name: string) {
  for (;;) {
    const { GlobalSecondaryIndexes = [] } = (await describe(url, name)) ?? {};
    if (GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === "ACTIVE")) return;
    await sleep(100);
  }
}

/** Adds or removes one index, and adds the stream that an existing table lacks. */
async function updateTable(url: string, table: TableSpec, existing: Description["Table"]) {
  const GlobalSecondaryIndexUpdates = indexUpdates(table, existing);
  if (GlobalSecondaryIndexUpdates.length > 0) {
    const { name: TableName, AttributeDefinitions } = table;
    await callDynamoDb(url, "tables", "UpdateTable", { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates });
    await indexesSettled(url, table.name);
  }
  if (table.StreamSpecification && !existing.LatestStreamArn) {
    const { StreamViewType } = table.StreamSpecification;
    const StreamSpecification = { StreamEnabled: true, StreamViewType };
    await callDynamoDb(url, "tables", "UpdateTable", { TableName: table.name, StreamSpecification });
  }
}

/** Enables time to live; DynamoDB Local refuses to enable it twice. */
async function enableTimeToLive(url: string, { name, TimeToLiveSpecification }: TableSpec) {
  if (!TimeToLiveSpecification?.Enabled) return;
  const { TimeToLiveDescription } = await callDynamoDb<{ TimeToLiveDescription?: { TimeToLiveStatus?: string } }>(
    url,
    "tables",
    "DescribeTimeToLive",
    { TableName: name },
  );
  if (TimeToLiveDescription?.TimeToLiveStatus === "ENABLED") return;
  await callDynamoDb(url, "tables", "UpdateTimeToLive", { TableName: name, TimeToLiveSpecification });
}

/** Creates missing tables and updates existing ones within what CloudFormation can do in one update. */
export async function ensureTables(url: string, tables: TableSpec[]): Promise<void> {
  await Promise.all(
    tables.map(async (table) => {
      const existing = await describe(url, table.name);
      await (existing ? updateTable(url, table, existing) : create(url, table));
      await enableTimeToLive(url, table);
    }),
  );
}

/** The number of items and the first few of them, in DynamoDB JSON. */
export async function peekTable(url: string, TableName: string, Limit = 25) {
  const [table, page] = await Promise.all([
    describe(url, TableName),
    callDynamoDb<{ Items?: Record<string, unknown>[] }>(url, "tables", "Scan", { TableName, Limit }),
  ]);
  return { count: table?.ItemCount ?? 0, items: page.Items ?? [] };
}
