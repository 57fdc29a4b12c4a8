import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";

const IN_FLIGHT = 10;

/** Calls `read` once per key, ten at a time; missing ones are left out, the others in the order of the keys. */
export async function readEach<K, T>(keys: readonly K[], read: (key: K) => Promise<T | undefined>): Promise<T[]> {
  const found = new Map<K, T | undefined>();
  const distinct = [...new Set(keys)];
  await forEachConcurrently(distinct, IN_FLIGHT, async (key) => {
    found.set(key, await read(key));
  });
  return distinct.flatMap((key) => found.get(key) ?? []);
}
