import type { SEARCH_TYPES } from "#shared/search-types.ts";

/** Searchable kinds of documents; each is indexed on its own. */
export type Kind = (typeof SEARCH_TYPES)[number];

/** Numbers that documents are put in order and filtered by. */
export const MEASURES = ["price", "commercial", "favorites"] as const;
export type Measure = (typeof MEASURES)[number];

/** An exact term such as `tag:forest`. */
export type Facet = `${string}:${string}`;

/** Required facets of a document: one of each group. */
export type FacetGroups = readonly (readonly Facet[])[];

/** How much a word counts in each of a document's texts: title, tags, description, artist, and what the picture shows. */
export const WEIGHTS = [12, 5, 2, 1, 1] as const;

/** All that the index knows of what can be found. */
export interface Document {
  /** The weightiest first, as many as there are weights at most. */
  readonly texts: readonly string[];
  readonly facets: readonly Facet[];
  readonly measures: Partial<Record<Measure, number>>;
  /** Bytes in base64 that it is compared by with others. */
  readonly hash?: string | undefined;
  /** True for a document that is only compared: no question finds it. */
  readonly isHidden?: boolean | undefined;
  /** Data of a result, returned unchanged; JSON. */
  readonly card: Record<string, unknown>;
}

/** The state of a document from now on; without one it can't be found any more. */
export interface Change {
  readonly kind: Kind;
  /** A UUIDv7, so the newest sorts last. */
  readonly id: string;
  readonly document?: Document | undefined;
}

/** A value beside the documents, by which whoever asks questions can tune them; JSON. */
export interface Setting {
  readonly setting: string;
  readonly value: unknown;
}

/** A document that was found. */
export interface Found extends Document {
  readonly id: string;
}
