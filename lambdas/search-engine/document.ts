import type { SEARCH_TYPES } from "#shared/search-types.ts";

/** Searchable kinds of documents; each has its own index. */
export type Kind = (typeof SEARCH_TYPES)[number];

/** Numbers for sorting and filtering documents, with the order by which they sort. */
export const MEASURE_ORDERS = { price: "ascending", commercial: "ascending", favorites: "descending" } as const;
export type Measure = keyof typeof MEASURE_ORDERS;
export const MEASURES = Object.keys(MEASURE_ORDERS) as Measure[];

/** An exact term such as `tag:forest`. */
export type Facet = `${string}:${string}`;

/** Required facets of a document: one of each group. */
export type FacetGroups = readonly (readonly Facet[])[];

/** Weights of words in a document's texts: title, tags, description, artist, and the picture's content. */
export const WEIGHTS = [12, 5, 2, 1, 1] as const;

const ARTIST = 3;

/** The texts that a removed document keeps, so that cursors keep their place: no names of people, who may have closed their account. */
export const toRemovedTexts = (kind: Kind, texts: readonly string[]): readonly string[] =>
  kind === "users" ? [] : texts.map((text, at) => (at === ARTIST ? "" : text));

/** An indexed document. */
export interface Document {
  /** Texts in the order of `WEIGHTS`, at most as many. */
  readonly texts: readonly string[];
  readonly facets: readonly Facet[];
  readonly measures: Partial<Record<Measure, number>>;
  /** Base64 bytes for comparing it with others. */
  readonly hash?: string | undefined;
  /** True for a document that can only be compared, not found. */
  readonly isHidden?: boolean | undefined;
  /** Data of a result, returned unchanged; JSON. */
  readonly card: Record<string, unknown>;
}

/** The new state of a document; without one it is removed. */
export interface Change {
  readonly kind: Kind;
  /** A UUIDv7, so the newest sorts last. */
  readonly id: string;
  readonly document?: Document | undefined;
}

/** A value beside the documents that tunes queries; JSON. */
export interface Setting {
  readonly setting: string;
  readonly value: unknown;
}

/** A search result. */
export interface Found extends Document {
  readonly id: string;
}
