/** More concurrent calls aren't faster on two cores. */
const CONCURRENCY = 4;

/**
 * Runs `task` for the items in order, a few at a time; after the first failure or the signal no further task is started.
 * Rejects with the failure or the signal's reason once the started tasks are done.
 */
export async function runConcurrently<T>(
  items: Iterable<T>,
  task: (item: T) => Promise<void>,
  signal: AbortSignal | undefined,
) {
  const queue = [...items].values();
  let stopped = false;
  const runNext = async () => {
    for (const item of queue) {
      if (stopped || signal?.aborted) return;
      await task(item).catch((error: unknown) => {
        stopped = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, runNext));
  for (const result of results) if (result.status === "rejected") throw result.reason;
  signal?.throwIfAborted();
}
