import { placeOfList } from "./index.entity.ts";
import { decodeNumbers } from "./number-list.ts";
import { SearchTable } from "./search-table.ts";
import type { Kind } from "./terms.ts";

/** A list as it was written. */
interface WrittenList {
  readonly sk: string;
  readonly numbers: Uint8Array;
  readonly version: string;
}

/** Bytes of lists that are remembered at most, and what each takes beside its numbers. */
const MOST_BYTES = 16_000_000;
const BYTES_BESIDE = 300;

/**
 * The newest list of each term and field as this process has written it. Another writer's list begins behind it only after
 * a change of its version, which a write that is based on it depends on; so it needs no read before that write.
 */
const written = new Map<string, WrittenList>();
let bytes = 0;

const keyOf = (kind: Kind, term: string, field: number) => `${SearchTable.getName()} ${kind} ${field}${term}`;
const bytesOf = ({ numbers }: WrittenList) => numbers.length + BYTES_BESIDE;

/** Remembers the list with the last start of all. */
export function rememberList(kind: Kind, term: string, field: number, list: WrittenList) {
  forgetList(kind, term, field);
  if (bytes > MOST_BYTES) {
    written.clear();
    bytes = 0;
  }
  written.set(keyOf(kind, term, field), list);
  bytes += bytesOf(list);
}

export function forgetList(kind: Kind, term: string, field: number) {
  const key = keyOf(kind, term, field);
  const list = written.get(key);
  if (list && written.delete(key)) bytes -= bytesOf(list);
}

/** The list that a number belongs to; undefined where that takes a read. */
export function recallList(kind: Kind, term: string, field: number, number: number) {
  const list = written.get(keyOf(kind, term, field));
  if (!list) return undefined;
  const { start } = placeOfList(list.sk);
  if (start > number) return undefined;
  return { start, version: list.version, numbers: decodeNumbers(list.numbers), isNewest: true };
}
