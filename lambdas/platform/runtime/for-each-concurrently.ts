/** Processes items with at most `inFlight` at once; the first failure is thrown after the running ones have ended. */
export async function forEachConcurrently<T>(items: Iterable<T>, inFlight: number, work: (item: T) => Promise<void>) {
  const queue = [...items].values();
  let failed = false;
  const lanes = Array.from({ length: inFlight }, async () => {
    for (const item of queue) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  });
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === "rejected") throw lane.reason;
}
