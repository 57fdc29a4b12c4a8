import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";

const IN_FLIGHT = 10;

/** Reads each of these ids once, ten at a time; what isn't there is left out, the others are in the order of their ids. */
export async function readEach<T>(ids: readonly string[], read: (id: string) => Promise<T | undefined>): Promise<T[]> {
  const found = new Map<string, T | undefined>();
  const distinct = [...new Set(ids)];
  await forEachConcurrently(distinct, IN_FLIGHT, async (id) => {
    found.set(id, await read(id));
  });
  return distinct.flatMap((id) => found.get(id) ?? []);
}
