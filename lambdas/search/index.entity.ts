import { Entity } from "dynamodb-toolbox/entity";
import { any, binary, boolean, item, list, number, string } from "dynamodb-toolbox/schema";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import { SearchTable } from "./search-table.ts";
import type { Kind } from "./terms.ts";

const kind = () =>
  string()
    .enum(...SEARCH_TYPES)
    .key();
const letterOf = (of: Kind) => (of === "artwork" ? "a" : "u");
const ALONE = "-";

/** Leaves that of descending numbers the higher one sorts first. */
export const LAST_NUMBER = 9_999_999_999;

/** Partition of all lists of a term. */
export const termPartition = (of: Kind, term: string) => `T#${letterOf(of)}#${term}`;

/** The order of a term's fields in its partition: the artist's is the smallest, so one read meets it and the title's. */
export const FIELD_ORDER: readonly number[] = [2, 0, 1];

const orderOf = (field: number) => FIELD_ORDER.indexOf(field);

/** A list's sort key: field by field, newer documents first. */
export const listSortKey = (field: number, start: number) =>
  `${orderOf(field)}${String(LAST_NUMBER - start).padStart(10, "0")}`;

/** What follows a list's sort key before any other list's. */
export const sortKeyAfterList = (field: number, start: number) => `${listSortKey(field, start)}0`;

/** The first and the last sort key that a field's lists can have. */
export const fieldRange = (field: number) => [listSortKey(field, LAST_NUMBER), sortKeyAfterList(field, 0)] as const;

/** The field and the first number of a list, from its sort key. */
export const placeOfList = (sk: string) => ({
  field: FIELD_ORDER[Number(sk[0])] ?? 0,
  start: LAST_NUMBER - Number(sk.slice(1)),
});

/** Partition of the words that share a half. */
export const spellingPartition = (of: Kind, side: string, half: string) => `W#${letterOf(of)}#${side}#${half}`;

const LENGTH_DIGITS = 3;

export const spellingSortKey = (length: number, word: string) => String(length).padStart(LENGTH_DIGITS, "0") + word;

export const wordOfSpelling = (sk: string) => sk.slice(LENGTH_DIGITS);

/** Keys made above; small items say nothing twice. */
const rawKeys = { pk: string().key(), sk: string().key() };

/**
 * Documents that have a term, weightiest in one field: those with numbers from the list's start up to the next list's.
 * A list fits into one read of 4 KB.
 */
export const ListEntity = new Entity({
  name: "list",
  table: SearchTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    ...rawKeys,
    numbers: binary().savedAs("n"),
    /** Random and new with every write, for optimistic locking. */
    version: string().savedAs("v"),
  }),
});

/** A word of five letters or more, under one of its halves. */
export const SpellingEntity = new Entity({
  name: "spelling",
  table: SearchTable,
  entityAttribute: false,
  timestamps: false,
  schema: item(rawKeys),
});

/** What a result shows, by its number; it is there only while the document can be found. */
export const DocumentEntity = new Entity({
  name: "document",
  table: SearchTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    kind: kind().savedAs("k"),
    number: number().key().savedAs("n"),
    texts: list(string()).savedAs("t"),
    /** Attributes of the marketplace's item, under their stored names. */
    card: any().savedAs("c"),
  }),
  computeKey: ({ kind: of, number: at }) => ({ pk: `D#${letterOf(of)}#${at}`, sk: ALONE }),
});

/** What the index knows of an artwork or a user, by its id; it stays after the document is gone, as a cursor's place. */
export const EntryEntity = new Entity({
  name: "entry",
  table: SearchTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    kind: kind().savedAs("k"),
    id: string().key().savedAs("i"),
    /** Its place by time among all of its kind; never changes. */
    number: number().savedAs("n"),
    /** Rises with every change, so that a change based on an older one is refused. */
    revision: number().savedAs("r"),
    /** As last seen by visitors. */
    texts: list(string()).savedAs("t"),
    /** Whether visitors can find it. */
    shown: boolean().savedAs("s"),
    /** Digest of what its document shows. */
    digest: string().savedAs("d"),
    /** Set while lists are being changed: they may still hold the terms of these older texts. */
    staleTexts: list(list(string())).optional().savedAs("l"),
  }),
  computeKey: ({ kind: of, id }) => ({ pk: `E#${letterOf(of)}#${id}`, sk: ALONE }),
});

/** How many numbers are given out. */
export const CounterEntity = new Entity({
  name: "counter",
  table: SearchTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({ kind: kind().savedAs("k"), count: number().savedAs("n").default(0) }),
  computeKey: ({ kind: of }) => ({ pk: `N#${letterOf(of)}`, sk: ALONE }),
});
