import { correctCounter } from "./correct-counter.ts";
import { readCounters } from "./count-items.ts";

/** A counter that differs. */
interface Difference {
  readonly line: string;
  correct(): Promise<boolean>;
}

/** Differences of one reading, by the counter's key and value. */
async function findDifferences(tableName: string): Promise<Map<string, Difference>> {
  const differing = (await readCounters(tableName)).map((counter): Difference => {
    const { pk, sk, name, says = 0, counted } = counter;
    const line = `${pk} ${sk}: ${name} ${says}, there are ${counted}`;
    return { line, correct: () => correctCounter(tableName, counter) };
  });
  return new Map(differing.map((difference) => [difference.line, difference]));
}

/**
 * Prints every counter that differs from what it counts, and corrects it where `writes`. One that changes meanwhile looks wrong to
 * a single reading: only what two readings of the whole table find alike differs, and it is written on condition that it still
 * says the same. Returns how many are left that differ.
 */
export async function recount(tableName: string, writes: boolean): Promise<number> {
  const first = await findDifferences(tableName);
  const second = first.size > 0 ? await findDifferences(tableName) : first;
  const differing = [...second.values()].filter(({ line }) => first.has(line));
  let left = 0;
  for (const { line, correct } of differing) {
    const isDone = writes && (await correct());
    if (!isDone) left += 1;
    console.log(`${line}${isDone ? ", corrected" : writes ? ", not corrected" : ""}`);
  }
  console.log(
    differing.length === 0 ? "Every counter is right." : `${differing.length} counters differ, ${left} are left.`,
  );
  return left;
}
