import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { fieldRange, ListEntity, listSortKey, placeOfList, sortKeyAfterList, termPartition } from "./index.entity.ts";
import { decodeNumbers } from "./number-list.ts";
import type { ReadBudget } from "./read-budget.ts";
import { UNITS_OF_LIST } from "./read-list.ts";
import { type OpenIndex, SearchTable } from "./search-table.ts";
import { compareRanks, FIRST_STEP, type Kind, type Order, type Rank, termOfOrder } from "./terms.ts";

/** Which steps of an order count, both included. */
export interface Steps {
  readonly first: number;
  readonly last: number;
}

/** All documents in an order, read from its beginning on. */
export interface OrderReader {
  /** Those read so far, in order, newest first within a step. */
  readonly found: readonly Rank[];
  readonly isDone: () => boolean;
  /** Whether a place is one of the order's, after the one that it was opened at. */
  readonly comesAfter: (rank: Rank) => boolean;
  /** Reads on, for so many units at most. */
  readonly read: (units: number) => Promise<void>;
}

/** Lists of the first read, and of any other at most: small ones of many steps come in one. */
const LISTS = { first: 4, most: 24 };

interface OrderedDocuments {
  readonly kind: Kind;
  readonly order: Order;
  readonly steps: Steps;
  /** Only what comes after this place. */
  readonly after: Rank | undefined;
}

/** Opens an order. */
export function openOrder(index: OpenIndex, budget: ReadBudget, ordered: OrderedDocuments): OrderReader {
  const { kind, order, steps, after } = ordered;
  const [from, to] = [FIRST_STEP + steps.first, FIRST_STEP + steps.last];
  const found: Rank[] = [];
  // A list may begin below the place and reach over it, so its own start is not skipped.
  let start = after && after.field >= from ? listSortKey(after.field, after.number) : fieldRange(from)[0];
  let limit = LISTS.first;
  const [, end] = fieldRange(to);
  let isDone = from > to || start > end;

  const comesAfter = (rank: Rank) =>
    rank.field >= from && rank.field <= to && (!after || compareRanks(rank, { ...after, misspelt: 0 }) > 0);

  return {
    found,
    isDone: () => isDone,
    comesAfter,
    async read(units) {
      if (isDone) return;
      const affordable = Math.max(1, Math.min(limit, Math.floor(units / UNITS_OF_LIST)));
      const query = SearchTable.build(QueryCommand)
        .query({ partition: termPartition(kind, termOfOrder(order)), range: { between: [start, end] } })
        .entities(ListEntity)
        .options({ limit: affordable, entityAttrFilter: false, capacity: "TOTAL" });
      const { Items = [], LastEvaluatedKey, ConsumedCapacity } = await index.read(query);
      budget.pay(1, ConsumedCapacity);
      for (const { sk, numbers } of Items) {
        const { field } = placeOfList(sk);
        for (const number of decodeNumbers(numbers).reverse()) {
          const rank = { misspelt: 0, field, number };
          if (comesAfter(rank)) found.push(rank);
        }
      }
      const last = Items.at(-1);
      isDone = !LastEvaluatedKey || !last;
      if (!last) return;
      const { field, start: lastStart } = placeOfList(last.sk);
      start = sortKeyAfterList(field, lastStart);
      if (start >= end) isDone = true;
      limit = Math.min(LISTS.most, 2 * limit);
    },
  };
}
