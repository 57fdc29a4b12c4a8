import { setTimeout as sleep } from "node:timers/promises";
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import { CommandError } from "../command/command-error.ts";

const POLL_MS = 1000;

type Index = (typeof TABLE)["indexes"][number];

/** A missing setting of the table. */
interface Step {
  readonly description: string;
  readonly run: () => Promise<unknown>;
}

async function describeTable(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName })).catch((error) => {
    if (error instanceof Error && error.name === "ResourceNotFoundException") return { Table: undefined };
    throw error;
  });
  if (!Table) throw new CommandError(`There is no table ${TableName}.`);
  return Table;
}

/** Throws unless the table has our keys and is active. */
function requireReady({ TableName, TableStatus, KeySchema = [] }: TableDescription) {
  const keys = KeySchema.map(({ AttributeName }) => AttributeName).join();
  if (keys !== `${TABLE.partitionKey},${TABLE.sortKey}`)
    throw new CommandError(`${TableName} isn't a marketplace table.`);
  if (TableStatus !== "ACTIVE") throw new CommandError(`${TableName} is ${TableStatus}. Wait until it is ACTIVE.`);
}

/** DynamoDB requires the key attributes' types with each new index, even if the table defines them already. */
const toCreation = ({ name, partitionKey, sortKey, include }: Index) => ({
  AttributeDefinitions: [partitionKey, sortKey].map((AttributeName) => ({
    AttributeName,
    AttributeType: "S" as const,
  })),
  GlobalSecondaryIndexUpdates: [
    {
      Create: {
        IndexName: name,
        KeySchema: [
          { AttributeName: partitionKey, KeyType: "HASH" as const },
          { AttributeName: sortKey, KeyType: "RANGE" as const },
        ],
        Projection: { ProjectionType: "INCLUDE" as const, NonKeyAttributes: [...include] },
      },
    },
  ],
});

/** Steps that update the table's indexes to this version; the stack doesn't do that for an adopted table. */
function indexSteps(client: DynamoDBClient, { TableName, GlobalSecondaryIndexes = [] }: TableDescription): Step[] {
  const existing = GlobalSecondaryIndexes.map(({ IndexName = "" }) => IndexName);
  const missing = TABLE.indexes.filter(({ name }) => !existing.includes(name));
  const obsolete = existing.filter((name) => !TABLE.indexes.some((index) => index.name === name));
  const update = (change: Omit<UpdateTableCommandInput, "TableName">) => () =>
    client.send(new UpdateTableCommand({ TableName, ...change }));
  return [
    ...missing.map((index) => ({ description: `add the index ${index.name}`, run: update(toCreation(index)) })),
    ...obsolete.map((IndexName) => ({
      description: `delete the index ${IndexName}`,
      run: update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }),
    })),
  ];
}

/** True if the table and its indexes accept the next change: an index takes hours to fill while the table is ready. */
const isSettled = ({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription) =>
  TableStatus === "ACTIVE" && GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === "ACTIVE");

/** Steps that add the stack's table settings that this table lacks; of these a restore includes only the indexes. */
async function missingSteps(client: DynamoDBClient, table: TableDescription, stage: Stage) {
  const { TableName } = table;
  const steps = indexSteps(client, table);
  if (!table.StreamSpecification?.StreamEnabled) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" as const };
    const run = () => client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    steps.push({ description: "enable the stream", run });
  }
  const { TimeToLiveDescription: live } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (live?.TimeToLiveStatus === "DISABLED") {
    const TimeToLiveSpecification = { AttributeName: TABLE.ttl, Enabled: true };
    const run = () => client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    steps.push({ description: "enable time to live", run });
  }
  if (stage.keepsData && !table.DeletionProtectionEnabled) {
    const run = () => client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
    steps.push({ description: "enable deletion protection", run });
  }
  if (stage.pointInTimeRecovery && !(await hasRecovery(client, TableName))) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    const run = () => client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
    steps.push({ description: "enable point-in-time recovery", run });
  }
  return steps;
}

async function hasRecovery(client: DynamoDBClient, TableName: string | undefined) {
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  return ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === "ENABLED";
}

/**
 * Adds an adopted table's missing settings, one after the other as DynamoDB requires, and returns its stream's ARN. Safe to
 * repeat.
 */
export async function prepareTable(name: string, stage: Stage, isDry: boolean): Promise<string | undefined> {
  const client = new DynamoDBClient({});
  const table = await describeTable(client, name);
  requireReady(table);
  const steps = await missingSteps(client, table, stage);
  for (const { description, run } of steps) {
    console.log(`${name}: ${isDry ? "would " : ""}${description}`);
    if (isDry) continue;
    await run();
    while (!isSettled(await describeTable(client, name))) await sleep(POLL_MS);
  }
  if (steps.length === 0) console.log(`${name} is fully configured.`);
  return (await describeTable(client, name)).LatestStreamArn;
}
