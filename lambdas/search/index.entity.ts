import { Entity } from "dynamodb-toolbox/entity";
import { any, binary, boolean, item, list, number, string } from "dynamodb-toolbox/schema";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import { SearchTable } from "./search-table.ts";
import { FIRST_STEP, type Kind } from "./terms.ts";

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

/**
 * The order of a term's fields in its partition: artist, title, description, tags. The artist's is the smallest, so one
 * read meets it and the title's. Stored sort keys begin with the place in this order, so a new field goes to the end.
 */
export const FIELD_ORDER: readonly number[] = [3, 0, 2, 1];

/** Digits of a field in a sort key: the field's place, or four of an order's step. */
const orderOf = (field: number) =>
  field < FIRST_STEP ? FIELD_ORDER.indexOf(field) : String(field - FIRST_STEP).padStart(4, "0");

const START_DIGITS = 10;

/** A list's sort key: field by field, newer documents first. */
export const listSortKey = (field: number, start: number) =>
  `${orderOf(field)}${String(LAST_NUMBER - start).padStart(START_DIGITS, "0")}`;

/** What follows a list's sort key before any other list's. */
export const sortKeyAfterList = (field: number, start: number) => `${listSortKey(field, start)}0`;

/** The first and the last sort key that a field's lists can have. */
export const fieldRange = (field: number) => [listSortKey(field, LAST_NUMBER), sortKeyAfterList(field, 0)] as const;

/** The field and the first number of a list, from its sort key. */
export function placeOfList(sk: string) {
  const field = sk.slice(0, -START_DIGITS);
  return {
    field: field.length === 1 ? (FIELD_ORDER[Number(field)] ?? 0) : FIRST_STEP + Number(field),
    start: LAST_NUMBER - Number(sk.slice(-START_DIGITS)),
  };
}

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

/** What the partitions of all entries of a kind begin with. */
export const entryPrefix = (of: Kind) => `E#${letterOf(of)}#`;

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
  computeKey: ({ kind: of, id }) => ({ pk: `${entryPrefix(of)}${id}`, sk: ALONE }),
});

/** How many works that visitors may see have a tag, as counted in its lists; it stays when there are none any more. */
export const TagCountEntity = new Entity({
  name: "tagCount",
  table: SearchTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    tag: string().key().savedAs("g"),
    count: number().savedAs("c"),
    /** Rises with every count, so that one that is based on an older one is refused. */
    revision: number().savedAs("r"),
  }),
  computeKey: ({ tag }) => ({ pk: `G#${tag}`, sk: ALONE }),
});

/** Partition of the tags that begin so; of all that are used often, where nothing is given. */
export const tagPartition = (beginning: string) => `P#${beginning}`;

/** Halvings of the count, most used first; a row is moved only when its count doubles or halves. */
export const tagSortKey = (count: number, tag: string) =>
  `${String(99 - Math.floor(Math.log2(count))).padStart(2, "0")}${tag}`;

/** The tag that such a key ends with. */
export const tagIn = (sortKey: string) => sortKey.slice(2);

/** A tag that is used, under one of its beginnings; it stands in the key alone, so that many are read for a read unit. */
export const TagRowEntity = new Entity({
  name: "tagRow",
  table: SearchTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({ ...rawKeys, count: number().savedAs("c") }),
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
