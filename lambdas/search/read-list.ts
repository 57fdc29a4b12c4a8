import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import {
  FIELD_ORDER,
  fieldRange,
  ListEntity,
  listSortKey,
  placeOfList,
  sortKeyAfterList,
  termPartition,
} from "./index.entity.ts";
import { decodeNumbers } from "./number-list.ts";
import type { ReadBudget } from "./read-budget.ts";
import { type OpenIndex, SearchTable } from "./search-table.ts";
import type { Kind } from "./terms.ts";

/** Read units of one list, which is at most 4 KB, read eventually consistent. */
export const UNITS_OF_LIST = 0.5;

/** Lists of the first look at a word: all there is of a rare one, the artist's and the newest title's of a common one. */
const LISTS_OF_FIRST_LOOK = 2;

/** The documents with a term, read step by step, newest first in each field. */
export interface ListReader {
  /** Field of every document read so far. */
  readonly fields: ReadonlyMap<number, number>;
  readonly isUnstarted: () => boolean;
  /** By field, the number below which its documents aren't read; without the fields that are read to their end. */
  readonly unread: () => ReadonlyMap<number, number>;
  /** Reads on in a field, and into what follows it in the partition and isn't begun. */
  readonly read: (field: number, lists: number) => Promise<void>;
  /** The first look; a reader begun at a place has it behind. */
  readonly readFirst: () => Promise<void>;
}

/** A term's lists. */
interface TermLists {
  readonly kind: Kind;
  readonly term: string;
  /** The fields that the term can stand in; all of them, unless told. */
  readonly ofField?: number | undefined;
  /** Only the documents from there on, in the order of results. */
  readonly from?: { readonly field: number; readonly number: number } | undefined;
}

/** Opens a term's documents. */
export function openList(index: OpenIndex, budget: ReadBudget, { kind, term, ofField, from }: TermLists): ListReader {
  const partition = termPartition(kind, term);
  const order = ofField === undefined ? FIELD_ORDER : [ofField];
  const fields = new Map<number, number>();
  const unread = new Map<number, number>();
  for (const field of order) if (!from || field >= from.field) unread.set(field, Number.POSITIVE_INFINITY);
  let isUnstarted = from === undefined;
  // A list may begin below the place and reach over it, so its own start is not skipped.
  let start = from && listSortKey(from.field, from.number);
  if (from) unread.set(from.field, from.number + 1);

  const isBegun = (field: number) => unread.get(field) !== Number.POSITIVE_INFINITY;

  /** The field and those behind it that aren't begun. */
  function blockFrom(field: number) {
    const rest = order.slice(order.indexOf(field));
    const end = rest.findIndex((one, at) => at > 0 && isBegun(one));
    return end < 0 ? rest : rest.slice(0, end);
  }

  async function read(field: number, limit: number) {
    const below = unread.get(field);
    if (below === undefined) return;
    const block = blockFrom(field);
    const first = start ?? (isBegun(field) ? sortKeyAfterList(field, below) : fieldRange(field)[0]);
    start = undefined;
    const range = { between: [first, fieldRange(block.at(-1) ?? field)[1]] as [string, string] };
    const query = SearchTable.build(QueryCommand)
      .query({ partition, range })
      .entities(ListEntity)
      .options({ limit, entityAttrFilter: false, capacity: "TOTAL" });
    const { Items = [], LastEvaluatedKey, ConsumedCapacity } = await index.read(query);
    budget.pay(1, ConsumedCapacity);
    for (const { sk, numbers } of Items) {
      const { field: of } = placeOfList(sk);
      for (const number of decodeNumbers(numbers)) fields.set(number, of);
    }
    const lastKey = LastEvaluatedKey ? Items.at(-1)?.sk : undefined;
    const last = lastKey === undefined ? undefined : placeOfList(lastKey);
    for (const one of block) {
      if (one === last?.field && last.start > 0) {
        unread.set(one, last.start);
        break;
      }
      unread.delete(one);
      if (one === last?.field) break;
    }
  }

  return {
    fields,
    unread: () => unread,
    isUnstarted: () => isUnstarted,
    read,
    async readFirst() {
      isUnstarted = false;
      await read(order[0] ?? 0, LISTS_OF_FIRST_LOOK);
    },
  };
}
