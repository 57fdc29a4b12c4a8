import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";

const IN_FLIGHT = 10;

/** Reads for each of these keys once, ten at a time; what isn't there is left out, the others are in the order of their keys. */
export async function readEach<K, T>(keys: readonly K[], read: (key: K) => Promise<T | undefined>): Promise<T[]> {
  const found = new Map<K, T | undefined>();
  const distinct = [...new Set(keys)];
  await forEachConcurrently(distinct, IN_FLIGHT, async (key) => {
    found.set(key, await read(key));
  });
  return distinct.flatMap((key) => found.get(key) ?? []);
}
