import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { listShards, openShard, readStreamArn } from "ochre-local/services";
import { actAs } from "./rights.ts";

type Consumer = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/**
 * Reads a table's stream from its start; each call delivers new records to the consumers until there are none. They act
 * with the rights of `functionName`.
 */
export function createStreamProcessor(
  tableName: string,
  consumers: readonly Consumer[],
  functionName = "process-table-stream",
) {
  const url = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? "";
  const shards = new Map<string, ReturnType<typeof openShard>>();

  async function readNew() {
    const arn = await readStreamArn(url, tableName);
    for (const { ShardId } of await listShards(url, arn)) {
      if (!shards.has(ShardId)) shards.set(ShardId, openShard(url, arn, ShardId, "TRIM_HORIZON"));
    }
    const read = await Promise.all([...shards.values()].map((shard) => shard.read(1000)));
    return read.flatMap(({ records }) => records);
  }

  /** Delivers new records, each `times` times. Throws if a consumer fails a record. */
  return async function follow({ times = 1 } = {}) {
    for (let records = await readNew(); records.length > 0; records = await readNew()) {
      const event = { Records: records } as unknown as DynamoDBStreamEvent;
      for (const consumer of Array(times).fill(consumers).flat() as Consumer[]) {
        const { batchItemFailures } = await actAs(functionName, () => consumer(event));
        if (batchItemFailures.length > 0) throw new Error("A record of the stream failed");
      }
    }
  };
}
