import type { StateFile } from "#local/state-file.ts";
import type { StreamMappingSpec } from "#local/template/events.ts";
import { type BatchDependencies, deliverBatch } from "./batch.ts";
import { matchesEvent } from "./event-pattern.ts";
import { listShards, openShard, readStreamArn, type Shard } from "./table-stream.ts";

const POLL_MS = 100;
/** The longest pause after a batch that took long. */
const MAX_PAUSE_MS = 1_000;
/** Poll interval of an idle shard, whose TTL deletions happen without a request. */
const QUIET_POLL_MS = 1_000;
/** How long after a write its record may come. */
const SETTLING_MS = 2_000;
const SHARD_POLL_MS = 10_000;
const RETRY_MS = 1_000;
/** A larger batch size of the mapping is capped, as GetRecords returns at most this many. */
const MAX_BATCH_SIZE = 1_000;
const DONE = "done";
const FROM_START = "start";

export interface ConsumerDependencies extends Omit<BatchDependencies, "checkpoint" | "pause"> {
  /** When something was last written to the tables, as `performance.now()`. */
  lastWriteAt(): number;
}

/**
 * Delivers one table's stream to one function: parent shards first, a shard's records in order, at least once.
 * Checkpoints are on disk, so that records written while the laptop was off, or mid-batch, still arrive.
 * Resolves once the start position is fixed: every later record arrives. Throws when the table has no stream.
 */
export async function startStreamConsumer(
  url: string,
  mapping: StreamMappingSpec,
  checkpoints: StateFile<string>,
  dependencies: ConsumerDependencies,
) {
  const stopping = new AbortController();
  const positionKey = (shardId: string) => `${mapping.id}/${shardId}`;
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
    const checkpoint = checkpoints.get(positionKey(ShardId));
    return openShard(
      url,
      streamArn,
      ShardId,
      checkpoint && checkpoint !== FROM_START ? { after: checkpoint } : "TRIM_HORIZON",
    );
  };

  async function consume(shard: Shard) {
    const key = positionKey(shard.ShardId);
    const reader = open(shard);
    const batchDependencies = {
      ...dependencies,
      pause,
      checkpoint: (sequence: string) => checkpoints.set(key, sequence),
    };
    const batchSize = Math.min(mapping.batchSize, MAX_BATCH_SIZE);
    const passesFilter = (record: unknown) =>
      mapping.filters.length === 0 || mapping.filters.some((filter) => matchesEvent(filter, record));
    while (!stopping.signal.aborted) {
      const { records, ended } = await reader.read(batchSize);
      const batch = records.filter(passesFilter);
      const started = performance.now();
      if (batch.length && !(await deliverBatch(mapping, streamArn, batch, batchDependencies))) return;
      const last = records.at(-1);
      if (last) checkpoints.set(key, last.dynamodb.SequenceNumber);
      if (ended) {
        checkpoints.set(key, DONE);
        return;
      }
      // A pause gathers single writes into fewer batches, and the more the longer they take.
      const tookMs = performance.now() - started;
      if (records.length === batchSize) continue;
      await pause(Math.min(MAX_PAUSE_MS, Math.max(POLL_MS, tookMs)));
      await pauseWhileQuiet(started);
    }
  }

  /** Continues at the next poll after a write, and at the latest a second after the last one. */
  async function pauseWhileQuiet(lastPoll: number) {
    const isQuiet = () => performance.now() - dependencies.lastWriteAt() > SETTLING_MS;
    while (isQuiet() && performance.now() - lastPoll < QUIET_POLL_MS && (await pause(POLL_MS)));
  }

  /** A consumer that starts at LATEST skips the records that exist at its first start, and none after. */
  async function skipToEnd(shards: Shard[]) {
    for (const shard of shards) {
      const reader = open(shard);
      let last: string | undefined;
      for (;;) {
        const { records, ended } = await reader.read(MAX_BATCH_SIZE);
        last = records.at(-1)?.dynamodb.SequenceNumber ?? last;
        if (ended || !records.length) {
          checkpoints.set(positionKey(shard.ShardId), ended ? DONE : (last ?? FROM_START));
          break;
        }
      }
    }
  }

  function startShard(shard: Shard) {
    const work = consume(shard)
      .catch(async (error) => {
        if (stopping.signal.aborted) return;
        dependencies.log(`Reading the stream of ${mapping.tableName} failed, retrying in a second: ${error}`);
        await pause(RETRY_MS);
      })
      .finally(() => reading.delete(shard.ShardId));
    reading.set(shard.ShardId, work);
  }

  const isFinished = (shardId: string) => checkpoints.get(positionKey(shardId)) === DONE;

  const streamArn = await readStreamArn(url, mapping.tableName);
  if (!checkpoints.has(positionKey("seen"))) {
    if (mapping.startsAt === "LATEST") await skipToEnd(await listShards(url, streamArn));
    checkpoints.set(positionKey("seen"), DONE);
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
      await Promise.race([pause(SHARD_POLL_MS), ...reading.values()]);
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await run().catch(async (error) => {
        if (stopping.signal.aborted) return;
        dependencies.log(`The stream of ${mapping.tableName} can't be read: ${error}`);
        await pause(RETRY_MS);
      });
    }
  })();

  return {
    /** Stops reading; an unfinished batch is delivered again at the next start. */
    async stop() {
      stopping.abort();
      await Promise.race([Promise.all([running, ...reading.values()]), new Promise((done) => setTimeout(done, 500))]);
    },
  };
}
