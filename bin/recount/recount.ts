import { openIndex } from "#lambdas/search/search-table.ts";
import { correctCounter } from "./correct-counter.ts";
import { readCounters } from "./count-items.ts";
import { correctTagCount, findTagDifferences } from "./tag-counts.ts";

/** The marketplace's table, and that of the search index, which counts tags. */
export interface CountedTables {
  readonly TABLE_NAME: string;
  readonly SEARCH_TABLE_NAME: string;
}

/** A counter that differs. */
interface Difference {
  readonly line: string;
  correct(): Promise<boolean>;
}

/** What one reading finds, by what identifies a counter and what it says. */
async function findDifferences({ TABLE_NAME, SEARCH_TABLE_NAME }: CountedTables): Promise<Map<string, Difference>> {
  const index = openIndex({ SEARCH_TABLE_NAME });
  const { differing, tags } = await readCounters(TABLE_NAME);
  const inTable = differing.map((counter): Difference => {
    const { pk, sk, name, says = 0, counted } = counter;
    const line = `${pk} ${sk}: ${name} ${says}, there are ${counted}`;
    return { line, correct: () => correctCounter(TABLE_NAME, counter) };
  });
  const ofTags = (await findTagDifferences(index, tags)).map((count): Difference => {
    const line = `tag ${count.tag}: works ${count.says}, there are ${count.counted}`;
    return { line, correct: () => correctTagCount(index, count) };
  });
  return new Map([...inTable, ...ofTags].map((difference) => [difference.line, difference]));
}

/**
 * Prints every counter that differs from what it counts, and corrects it where `writes`. One that changes meanwhile looks wrong to
 * a single reading: only what two readings of the whole table find alike differs, and it is written on condition that it still
 * says the same. Returns how many are left that differ.
 */
export async function recount(tables: CountedTables, writes: boolean): Promise<number> {
  const first = await findDifferences(tables);
  const second = first.size > 0 ? await findDifferences(tables) : first;
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
