/** More concurrent calls than this don't finish sooner on two cores. */
const CONCURRENCY = 4;

/** Runs `task` for the items in order, a few at a time; after the first failure no further item is started. */
export async function runConcurrently<T>(items: Iterable<T>, task: (item: T) => Promise<void>) {
  const queue = [...items].values();
  let stopped = false;
  const runNext = async () => {
    for (const item of queue) {
      if (stopped) return;
      await task(item).catch((error: unknown) => {
        stopped = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, runNext));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
