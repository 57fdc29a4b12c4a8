import type { TableSpec } from "#local/template/tables.ts";
import { callDynamoDb, DynamoDbError } from "./dynamodb-call.ts";

interface Description {
  Table: {
    GlobalSecondaryIndexes?: { IndexName: string }[];
    LatestStreamArn?: string;
    ItemCount?: number;
  };
}

const toIndex = ({ IndexName, KeySchema, Projection }: NonNullable<TableSpec["GlobalSecondaryIndexes"]>[number]) => ({
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

/** Adds the indexes and the stream that an existing table lacks. */
async function updateTable(url: string, table: TableSpec, existing: Description["Table"]) {
  const known = existing.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName) ?? [];
  for (const index of table.GlobalSecondaryIndexes ?? []) {
    if (known.includes(index.IndexName)) continue;
    await callDynamoDb(url, "tables", "UpdateTable", {
      TableName: table.name,
      AttributeDefinitions: table.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: toIndex(index) }],
    });
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

/** Creates missing tables and updates existing ones. */
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
