import { callDynamoDb, DynamoDbError } from "#local/provision/dynamodb-call.ts";
import { restoreEmptyMaps } from "./restore-empty-maps.ts";
import type { StreamRecord } from "./stream-record.ts";

export interface Shard {
  ShardId: string;
  ParentShardId?: string;
}

/** Where to start reading a shard: at its oldest record or after a known one. */
export type Position = "TRIM_HORIZON" | { after: string };

/** ARN of a table's current stream. Fails when the table has none. */
export async function readStreamArn(url: string, TableName: string): Promise<string> {
  const { Table } = await callDynamoDb<{ Table: { LatestStreamArn?: string } }>(url, "tables", "DescribeTable", {
    TableName,
  });
  if (!Table.LatestStreamArn) throw new Error(`The table ${TableName} has no stream`);
  return Table.LatestStreamArn;
}

/** All shards, parents before their children. */
export async function listShards(url: string, StreamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  let ExclusiveStartShardId: string | undefined;
  do {
    const { StreamDescription } = await callDynamoDb<{
      StreamDescription: { Shards?: Shard[]; LastEvaluatedShardId?: string };
    }>(url, "streams", "DescribeStream", { StreamArn, ExclusiveStartShardId });
    shards.push(...(StreamDescription.Shards ?? []));
    ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId;
  } while (ExclusiveStartShardId);
  return shards;
}

async function iteratorAt(url: string, StreamArn: string, ShardId: string, position: Position): Promise<string> {
  const start =
    position === "TRIM_HORIZON"
      ? { ShardIteratorType: "TRIM_HORIZON" }
      : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: position.after };
  const { ShardIterator } = await callDynamoDb<{ ShardIterator: string }>(url, "streams", "GetShardIterator", {
    StreamArn,
    ShardId,
    ...start,
  });
  return ShardIterator;
}

/** Reads one shard; an expired iterator is renewed from the last position. */
export function openShard(url: string, streamArn: string, shardId: string, start: Position) {
  let position = start;
  let iterator: string | undefined;

  return {
    /** At most `limit` records, and whether the closed shard's end is reached. */
    async read(limit: number): Promise<{ records: StreamRecord[]; ended: boolean }> {
      iterator ??= await iteratorAt(url, streamArn, shardId, position).catch((error) => {
        // Records are kept for 24 hours; if the checkpoint's record is gone, continue at the oldest one.
        if (error instanceof DynamoDbError && error.name === "TrimmedDataAccessException") {
          return iteratorAt(url, streamArn, shardId, "TRIM_HORIZON");
        }
        throw error;
      });
      const answer = await callDynamoDb<{ Records?: StreamRecord[]; NextShardIterator?: string }>(
        url,
        "streams",
        "GetRecords",
        { ShardIterator: iterator, Limit: limit },
      ).catch((error) => {
        iterator = undefined;
        if (error instanceof DynamoDbError && error.name === "ExpiredIteratorException") return undefined;
        throw error;
      });
      if (!answer) return { records: [], ended: false };
      const records = (answer.Records ?? []).map(restoreEmptyMaps);
      const last = records.at(-1);
      if (last) position = { after: last.dynamodb.SequenceNumber };
      iterator = answer.NextShardIterator;
      return { records, ended: iterator === undefined };
    },
  };
}
