import type { StateFile } from "#local/state.ts";
import type { StreamMappingSpec } from "#local/template/events.ts";
import { type BatchPorts, deliverBatch } from "./batch.ts";
import { matchesEvent } from "./event-pattern.ts";
import { listShards, openShard, type Shard, streamArnOf } from "./table-stream.ts";

const POLL_MS = 100;
const LOOK_FOR_SHARDS_MS = 10_000;
const AFTER_TROUBLE_MS = 1_000;
/** Most records Lambda hands over at once. */
const LARGEST_BATCH = 1_000;
const DONE = "done";
const FROM_START = "start";

export type ConsumerPorts = Omit<BatchPorts, "checkpoint" | "pause">;

/**
 * Feeds one function from one table's stream: shards in order, a shard's records in order, at least once.
 * Checkpoints are on disk, so what was written while the laptop was off, or mid-batch, still arrives.
 * Answers once its place in the stream is known: whatever is written after that arrives. Fails when there is no stream.
 */
export async function startStreamConsumer(
  url: string,
  mapping: StreamMappingSpec,
  checkpoints: StateFile<string>,
  ports: ConsumerPorts,
) {
  const stopping = new AbortController();
  const keyOf = (shardId: string) => `${mapping.id}/${shardId}`;
  const reading = new Map<string, Promise<void>>();

  const pause = (milliseconds: number) =>
    new Promise<boolean>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        resolve(!stopping.signal.aborted);
      };
      const timer = setTimeout(() => {
        stopping.signal.removeEventListener("abort", wake);
        resolve(true);
      }, milliseconds);
      if (stopping.signal.aborted) wake();
      else stopping.signal.addEventListener("abort", wake, { once: true });
    });

  const open = ({ ShardId }: Shard) => {
    const known = checkpoints.get(keyOf(ShardId));
    return openShard(url, streamArn, ShardId, known && known !== FROM_START ? { after: known } : "TRIM_HORIZON");
  };

  async function consume(shard: Shard) {
    const key = keyOf(shard.ShardId);
    const reader = open(shard);
    const batchPorts = { ...ports, pause, checkpoint: (sequence: string) => checkpoints.set(key, sequence) };
    const most = Math.min(mapping.batchSize, LARGEST_BATCH);
    const wanted = (record: unknown) =>
      mapping.filters.length === 0 || mapping.filters.some((filter) => matchesEvent(filter, record));
    while (!stopping.signal.aborted) {
      const { records, ended } = await reader.read(most);
      const batch = records.filter(wanted);
      if (batch.length && !(await deliverBatch(mapping, streamArn, batch, batchPorts))) return;
      const last = records.at(-1);
      if (last) checkpoints.set(key, last.dynamodb.SequenceNumber);
      if (ended) {
        checkpoints.set(key, DONE);
        return;
      }
      // What is written one by one comes in fewer batches, each of which costs several calls.
      if (records.length < most) await pause(POLL_MS);
    }
  }

  /** A consumer that starts at LATEST skips what its first sight of the stream holds, and nothing after. */
  async function skipToEnd(shards: Shard[]) {
    for (const shard of shards) {
      const reader = open(shard);
      let last: string | undefined;
      for (;;) {
        const { records, ended } = await reader.read(LARGEST_BATCH);
        last = records.at(-1)?.dynamodb.SequenceNumber ?? last;
        if (ended || !records.length) {
          checkpoints.set(keyOf(shard.ShardId), ended ? DONE : (last ?? FROM_START));
          break;
        }
      }
    }
  }

  function startShard(shard: Shard) {
    const work = consume(shard)
      .catch(async (error) => {
        if (stopping.signal.aborted) return;
        ports.log(`Reading the stream of ${mapping.tableName} failed and goes on in a second: ${error}`);
        await pause(AFTER_TROUBLE_MS);
      })
      .finally(() => reading.delete(shard.ShardId));
    reading.set(shard.ShardId, work);
  }

  const isFinished = (shardId: string) => checkpoints.get(keyOf(shardId)) === DONE;

  const streamArn = await streamArnOf(url, mapping.tableName);
  if (!checkpoints.has(keyOf("seen"))) {
    if (mapping.startsAt === "LATEST") await skipToEnd(await listShards(url, streamArn));
    checkpoints.set(keyOf("seen"), DONE);
  }

  async function run() {
    while (!stopping.signal.aborted) {
      const shards = await listShards(url, streamArn);
      const listed = new Set(shards.map(({ ShardId }) => ShardId));
      for (const shard of shards) {
        const { ShardId, ParentShardId = "" } = shard;
        const isParentDone = !listed.has(ParentShardId) || isFinished(ParentShardId);
        if (isParentDone && !isFinished(ShardId) && !reading.has(ShardId)) startShard(shard);
      }
      await Promise.race([pause(LOOK_FOR_SHARDS_MS), ...reading.values()]);
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await run().catch(async (error) => {
        if (stopping.signal.aborted) return;
        ports.log(`The stream of ${mapping.tableName} can't be read: ${error}`);
        await pause(AFTER_TROUBLE_MS);
      });
    }
  })();

  return {
    /** Stops between two records; a batch under way is delivered again at the next start. */
    async stop() {
      stopping.abort();
      await Promise.race([Promise.all([running, ...reading.values()]), new Promise((done) => setTimeout(done, 500))]);
    },
  };
}
