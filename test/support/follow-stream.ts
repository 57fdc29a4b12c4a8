import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { inject } from "vitest";
import { MarketplaceTable } from "#lambdas/table/marketplace-table.ts";
import type { StreamRecord } from "#local/streams/batch.ts";
import { listShards, openShard, streamArnOf } from "#local/streams/table-stream.ts";
import type { Api } from "./start-api.ts";

type Consumer = (event: DynamoDBStreamEvent, services: Api["services"]) => Promise<DynamoDBBatchResponse>;

const BATCH = 100;

/**
 * Lets stream consumers run on what really changes in the table, from the table's beginning. Nothing runs by itself:
 * `caughtUp` delivers what is new, and what the consumers write in turn, and fails when one of them reports a failure.
 */
export async function followStream(api: Api, consumers: readonly Consumer[]) {
  const url = inject("dynamoDbUrl");
  const arn = await streamArnOf(url, MarketplaceTable.getName());
  const shards = new Map<string, ReturnType<typeof openShard>>();

  async function readNew(): Promise<StreamRecord[]> {
    for (const { ShardId } of await listShards(url, arn)) {
      if (!shards.has(ShardId)) shards.set(ShardId, openShard(url, arn, ShardId, "TRIM_HORIZON"));
    }
    const found: StreamRecord[] = [];
    for (const shard of shards.values()) {
      const answer = await shard.read(BATCH);
      found.push(...answer.records);
    }
    return found;
  }

  async function deliver(records: readonly StreamRecord[]) {
    for (const consumer of consumers) {
      const { batchItemFailures } = await consumer({ Records: [...records] } as DynamoDBStreamEvent, api.services);
      if (batchItemFailures.length > 0)
        throw new Error(`${consumer.name} failed at ${JSON.stringify(batchItemFailures)}`);
    }
  }

  /** Delivers every change, each so many times over. */
  async function caughtUp({ times = 1 } = {}) {
    for (let records = await readNew(); records.length > 0; records = await readNew()) {
      for (let time = 0; time < times; time++) await deliver(records);
    }
  }

  return { caughtUp };
}
