import { BatchPutRequest } from "dynamodb-toolbox/entity/actions/batchPut";
import { BatchWriteCommand, execute } from "dynamodb-toolbox/table/actions/batchWrite";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { SpellingEntity, spellingPartition, spellingSortKey } from "./index.entity.ts";
import { type OpenIndexing, SearchTable } from "./search-table.ts";
import { keysOfWord } from "./spelling.ts";
import type { Kind } from "./terms.ts";

/** Items of a word in the index. */
export const spellingsOf = (kind: Kind, word: string) =>
  keysOfWord(word).map(({ side, half }) => ({
    pk: spellingPartition(kind, side, half),
    sk: spellingSortKey([...word].length, word),
  }));

const BATCH = 25;
const IN_FLIGHT = 8;
const MOST_REMEMBERED = 100_000;

/** Words that this process has written; others may write them again, which changes nothing. */
const written = new Set<string>();

/** Makes words known as corrections. They stay when no document has them any more: a correction without results is none. */
export async function addSpellings(indexing: OpenIndexing, kind: Kind, words: Iterable<string>) {
  const unknown = [...words].filter((word) => !written.has(`${SearchTable.getName()} ${kind} ${word}`));
  const items = unknown.flatMap((word) => spellingsOf(kind, word));
  const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) =>
    items.slice(at * BATCH, (at + 1) * BATCH),
  );
  await forEachConcurrently(batches, IN_FLIGHT, async (batch) => {
    const requests = batch.map((item) => SpellingEntity.build(BatchPutRequest).item(item));
    const command = SearchTable.build(BatchWriteCommand).requests(...requests);
    const { UnprocessedItems } = await indexing.write({ send: () => execute(command) });
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error("The index left some spellings unwritten");
  });
  if (written.size > MOST_REMEMBERED) written.clear();
  for (const word of unknown) written.add(`${SearchTable.getName()} ${kind} ${word}`);
}
