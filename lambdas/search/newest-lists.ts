import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { batchGet, inBatches } from "../table/batch-get.ts";
import { CounterEntity, LAST_NUMBER, ListEntity, listSortKey, placeOfList, termPartition } from "./index.entity.ts";
import { decodeNumbers, FIT_ONE_LIST } from "./number-list.ts";
import { type OpenIndex, SearchTable } from "./search-table.ts";
import type { Kind } from "./terms.ts";

/** The documents that have a term in one field. */
export interface Posting {
  readonly term: string;
  readonly field: number;
}

/** A list as it was read, or what stands for one that isn't there. */
export interface FoundList {
  /** The first number that belongs to it. */
  readonly start: number;
  /** Absent where there is no list yet. */
  readonly version: string | undefined;
  readonly numbers: readonly number[];
  /** Whether no other list of the term and field starts later. */
  readonly isNewest: boolean;
}

const NO_LIST: FoundList = { start: 0, version: undefined, numbers: [], isNewest: true };

/** The list that a number belongs to: the one with the last start up to it. */
export async function findList(
  index: OpenIndex,
  kind: Kind,
  { term, field }: Posting,
  number: number,
): Promise<FoundList> {
  const newest = await firstList(index, kind, term, field, LAST_NUMBER);
  if (!newest) return NO_LIST;
  if (newest.start <= number) return { ...newest, isNewest: true };
  const older = await firstList(index, kind, term, field, number);
  return { ...(older ?? NO_LIST), isNewest: false };
}

async function firstList(index: OpenIndex, kind: Kind, term: string, field: number, number: number) {
  const range = { between: [listSortKey(field, number), listSortKey(field, 0)] as [string, string] };
  const query = SearchTable.build(QueryCommand)
    .query({ partition: termPartition(kind, term), range })
    .entities(ListEntity)
    .options({ limit: 1, consistent: true, entityAttrFilter: false });
  const [list] = (await index.read(query)).Items ?? [];
  return list && { start: placeOfList(list.sk).start, version: list.version, numbers: decodeNumbers(list.numbers) };
}

/** Calls of `readOnlyLists` at least; so few lists are found with as many. */
const CALLS = 3;

/**
 * The only list of each posting, a hundred with each call, in their order; nothing where a posting may have several
 * or so few are asked for that `findList` does as well. Lists are cut when they grow too long, which none of few documents does.
 */
export async function readOnlyLists(index: OpenIndex, kind: Kind, postings: readonly Posting[]): Promise<FoundList[]> {
  if (postings.length <= CALLS || !(await isSmall(index, kind))) return [];
  const lists = await inBatches(postings, (batch) => {
    const keys = batch.map(({ term, field }) => ({ pk: termPartition(kind, term), sk: listSortKey(field, 0) }));
    const command = SearchTable.build(BatchGetCommand)
      .requests(...keys.map((key) => ListEntity.build(BatchGetRequest).key(key)))
      .options({ consistent: true });
    return batchGet({ send: (read) => index.read(read) }, command);
  });
  // It may have grown beyond that before the lists were read, and never becomes small again.
  if (!(await isSmall(index, kind))) return [];
  return lists.map((list) =>
    list ? { ...NO_LIST, version: list.version, numbers: decodeNumbers(list.numbers) } : NO_LIST,
  );
}

/** Whether so few numbers were given out that no list has been cut. */
async function isSmall(index: OpenIndex, kind: Kind): Promise<boolean> {
  const { Item } = await index.read(CounterEntity.build(GetItemCommand).key({ kind }).options({ consistent: true }));
  return (Item?.count ?? 0) <= FIT_ONE_LIST;
}
