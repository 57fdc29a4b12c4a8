import { randomBytes } from "node:crypto";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { execute } from "dynamodb-toolbox/entity/actions/transactWrite";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { LAST_NUMBER, ListEntity, listSortKey, placeOfList, termPartition } from "./index.entity.ts";
import { decodeNumbers, encodeNumbers, splitNumbers } from "./number-list.ts";
import { forgetList, recallList, rememberList } from "./remembered-lists.ts";
import { type OpenIndex, type OpenIndexing, SearchTable } from "./search-table.ts";
import { indexTermsOf, type Kind, type Texts } from "./terms.ts";

export interface IndexServices {
  readonly index: OpenIndex;
  readonly indexing: OpenIndexing;
}

/** What becomes of one document's number in one term's lists. */
interface TermChange {
  readonly field: number;
  readonly adds: Set<number>;
  readonly removes: Set<number>;
}

/** Changes of many documents by term and field, so that each list is written once. */
export type ListChanges = Map<string, TermChange>;

function changeOf(changes: ListChanges, term: string, field: number) {
  const key = `${field}${term}`;
  const change = changes.get(key) ?? { field, adds: new Set(), removes: new Set() };
  changes.set(key, change);
  return change;
}

/**
 * Adds to the changes what turns a document's older texts into its present ones. What both have is left alone, unless
 * `again` says that an earlier attempt may have stopped half-way.
 */
export function collectChanges(
  changes: ListChanges,
  { number, before, after, again }: { number: number; before: readonly Texts[]; after: Texts; again: boolean },
) {
  const present = indexTermsOf(after);
  const listed = new Set<string>();
  for (const texts of before) {
    for (const [term, field] of indexTermsOf(texts)) {
      listed.add(`${field}${term}`);
      if (present.get(term) !== field) changeOf(changes, term, field).removes.add(number);
    }
  }
  for (const [term, field] of present) {
    if (again || !listed.has(`${field}${term}`)) changeOf(changes, term, field).adds.add(number);
  }
}

const IN_FLIGHT = 24;

export const applyChanges = (services: IndexServices, kind: Kind, changes: ListChanges) =>
  forEachConcurrently(changes, IN_FLIGHT, ([key, change]) => changeTerm(services, kind, key.slice(1), change));

const ATTEMPTS = 20;

/** Changes the lists of one term and field, from the newest numbers on; a concurrent write is retried. */
async function changeTerm(services: IndexServices, kind: Kind, term: string, { field, adds, removes }: TermChange) {
  const left = new Set([...adds, ...removes]);
  for (let attempt = 1; left.size > 0; ) {
    const newest = Math.max(...left);
    const remembered = recallList(kind, term, field, newest);
    const list = remembered ?? (await findList(services.index, kind, term, field, newest));
    const start = list?.start ?? 0;
    const here = [...left].filter((number) => number >= start);
    const numbers = new Set(list?.numbers);
    const size = numbers.size;
    for (const number of here) if (removes.has(number)) numbers.delete(number);
    const kept = numbers.size;
    for (const number of here) if (adds.has(number)) numbers.add(number);
    const isSame = size === kept && kept === numbers.size;
    const sorted = [...numbers].sort((a, b) => a - b);
    const place = { kind, term, field, start, version: list?.version, isNewest: list?.isNewest ?? true };
    if (isSame && remembered) {
      // Without a write nothing has proved that the list is still as it was written last.
      forgetList(kind, term, field);
    } else if (isSame || (await replaceList(services.indexing, place, sorted))) {
      for (const number of here) left.delete(number);
      attempt = 1;
    } else if (++attempt > ATTEMPTS) {
      throw new Error(`The lists of "${term}" changed ${ATTEMPTS} times while they were written`);
    } else {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
    }
  }
}

/** The list that a number belongs to: the one with the last start up to it. */
async function findList(index: OpenIndex, kind: Kind, term: string, field: number, number: number) {
  const newest = await firstList(index, kind, term, field, LAST_NUMBER);
  if (!newest || newest.start <= number) return newest && { ...newest, isNewest: true };
  const older = await firstList(index, kind, term, field, number);
  return { ...(older ?? { start: 0, version: undefined, numbers: [] }), isNewest: false };
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

interface ListPlace {
  readonly kind: Kind;
  readonly term: string;
  readonly field: number;
  readonly start: number;
  /** As it was read; absent where there was none. */
  readonly version: string | undefined;
  /** Whether no other list of the term and field starts later. */
  readonly isNewest: boolean;
}

/** Writes a list, in several where it has grown too long; answers false when it is no longer what was read. */
async function replaceList(indexing: OpenIndexing, place: ListPlace, numbers: readonly number[]): Promise<boolean> {
  const { kind, term, field, start, version, isNewest } = place;
  const pk = termPartition(kind, term);
  const unchanged = version
    ? { condition: { attr: "version" as const, eq: version } }
    : { condition: { attr: "version" as const, exists: false as const } };
  const itemOf = (from: number, list: readonly number[]) => ({
    pk,
    sk: listSortKey(field, from),
    numbers: encodeNumbers(list),
    version: randomBytes(6).toString("base64url"),
  });
  const [first, ...further] = splitNumbers(numbers);
  const [head, ...tail] = first ? [itemOf(start, first), ...further.map((list) => itemOf(list[0] ?? 0, list))] : [];
  // Whatever becomes of the write, what it replaces is out of date.
  if (isNewest) forgetList(kind, term, field);
  try {
    if (!head) {
      const key = { pk, sk: listSortKey(field, start) };
      await indexing.write(ListEntity.build(DeleteItemCommand).key(key).options(unchanged));
    } else if (tail.length === 0) {
      await indexing.write(ListEntity.build(PutItemCommand).item(head).options(unchanged));
    } else {
      const puts = tail.map((item) =>
        ListEntity.build(PutTransaction)
          .item(item)
          .options({ condition: { attr: "version", exists: false } }),
      );
      const put = ListEntity.build(PutTransaction).item(head).options(unchanged);
      await indexing.write({ send: () => execute(put, ...puts) });
    }
    const last = tail.at(-1) ?? head;
    if (isNewest && last) rememberList(kind, term, field, last);
    return true;
  } catch (error) {
    if (isLostRace(error)) return false;
    throw error;
  }
}

/** Whether somebody else's write came first. */
export const isLostRace = (error: unknown) =>
  error instanceof ConditionalCheckFailedException ||
  error instanceof TransactionCanceledException ||
  error instanceof TransactionConflictException;
