/** Two cores verify and shrink pictures at once; more calls in flight only wait for each other. */
const IN_FLIGHT = 4;

/** Works through the items in order, a few at a time; the first failure stops the rest. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>) {
  const queue = [...items].values();
  let stopped = false;
  const lane = async () => {
    for (const item of queue) {
      if (stopped) return;
      await work(item).catch((error: unknown) => {
        stopped = true;
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, lane));
  for (const result of lanes) if (result.status === "rejected") throw result.reason;
}
