import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand, execute } from "dynamodb-toolbox/table/actions/batchGet";
import { batchGet, inBatches } from "../table/batch-get.ts";
import { DocumentEntity, EntryEntity } from "./index.entity.ts";
import type { ReadBudget } from "./read-budget.ts";
import { type OpenIndex, SearchTable } from "./search-table.ts";
import type { Kind, Texts } from "./terms.ts";

/** What a result is made of. */
export interface FoundDocument {
  readonly number: number;
  readonly texts: Texts;
  readonly card: Record<string, unknown>;
}

/** Read units of one result. */
export const UNITS_OF_DOCUMENT = 0.5;

/** The documents with these numbers that can be found; what is hidden or gone is left out. At most a hundred. */
export async function readDocuments(index: OpenIndex, budget: ReadBudget, kind: Kind, numbers: readonly number[]) {
  if (numbers.length === 0) return new Map<number, FoundDocument>();
  const requests = numbers.map((number) => DocumentEntity.build(BatchGetRequest).key({ kind, number }));
  const command = SearchTable.build(BatchGetCommand).requests(...requests);
  const { Responses, UnprocessedKeys, ConsumedCapacity } = await index.read({
    send: () => execute({ capacity: "TOTAL" }, command),
  });
  // What isn't read isn't gone: results would be missing without a word.
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error("The index left some documents unread");
  budget.pay(numbers.length, ...(ConsumedCapacity ?? []));
  const documents = (Responses?.[0] ?? []).filter((document) => document !== undefined);
  return new Map(documents.map((document) => [document.number, document as FoundDocument]));
}

/** What the index knows of an artwork or a user by its id, whether or not it can be found now. */
export async function readEntry(index: OpenIndex, budget: ReadBudget, kind: Kind, id: string) {
  const { Item, ConsumedCapacity } = await index.read(
    EntryEntity.build(GetItemCommand).key({ kind, id }).options({ capacity: "TOTAL" }),
  );
  budget.pay(1, ConsumedCapacity);
  return Item;
}

export type Entry = NonNullable<Awaited<ReturnType<typeof readEntry>>>;

/** The same of any number, in their order and as they are now. */
export const readEntries = (index: OpenIndex, kind: Kind, ids: readonly string[]) =>
  inBatches(ids, (batch) => {
    const command = SearchTable.build(BatchGetCommand)
      .requests(...batch.map((id) => EntryEntity.build(BatchGetRequest).key({ kind, id })))
      .options({ consistent: true });
    return batchGet({ send: (read) => index.read(read) }, command);
  });
