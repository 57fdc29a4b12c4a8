import type { Change, Document, Facet, FacetGroups, Found, Kind, Measure, Setting } from "./document.ts";

/** Sort order of results; relevance without words is newest first. */
export type Sort = "relevance" | "newest" | Measure;

/** Other words that a word finds. */
export interface Synonyms {
  readonly same: readonly string[];
  /** Kinds of it: poodles for a dog. */
  readonly narrower: readonly string[];
  /** More general words, for one that no document has: animals for a dog. */
  readonly broader: readonly string[];
}

export interface Question {
  readonly kind: Kind;
  /** May be empty with facets or a sort order. */
  readonly query: string;
  /** True if the last word may be incomplete, as while typing or in somebody's name. */
  readonly isIncomplete?: boolean | undefined;
  readonly findSynonyms?: ((word: string) => Synonyms) | undefined;
  readonly facets?: FacetGroups;
  /** Both ends included. */
  readonly range?: { readonly measure: Measure; readonly first: number; readonly last: number } | undefined;
  readonly sort?: Sort;
  /** Id of the previous page's last result. */
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** True to count the results. */
  readonly counts?: boolean;
}

/** Number of results; a lower bound unless exact. */
export interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

/** Counting stops here. */
export const MAX_COUNTED = 1000;

/** A page without results. */
export const NOTHING: Page = { found: [], total: undefined, leftOut: [] };

export interface Page {
  readonly found: Found[];
  /** On a first page whose results are counted. */
  readonly total: Total | undefined;
  /** The words, as typed, that a first page's first result lacks. */
  readonly leftOut: string[];
}

export interface FacetCount {
  readonly facet: Facet;
  readonly count: number;
}

/** Facets that begin alike, by name and first letters. */
export interface FacetBeginning {
  readonly beginning: Facet;
  /** Least number of documents. */
  readonly least: number;
  readonly limit: number;
}

/** A facet with its points per bit of rarity. */
export interface WeighedFacet {
  readonly facet: Facet;
  readonly weight: number;
}

/** A facet with its points. */
export interface RatedFacet {
  readonly facet: Facet;
  readonly points: number;
}

export interface SharedFacets {
  readonly kind: Kind;
  readonly facets: readonly WeighedFacet[];
  /** Of documents with this facet, only some are found. */
  readonly own: { readonly facet: Facet; readonly limit: number };
  readonly limit: number;
}

/** A picture that visible or hidden documents, without those with a facet, may show too. */
export interface ComparedPicture {
  /** Hashes of the picture as it may be turned or mirrored. */
  readonly hashes: readonly Uint8Array[];
  /** Most bits in which a copy's hash differs. */
  readonly most: number;
  readonly without?: Facet | undefined;
  readonly isHidden?: boolean;
  readonly limit: number;
}

/** The engine gives no answer in time: it is starting up, overloaded or away. */
export class SearchAway extends Error {
  override readonly name = "SearchAway";
}

/** By name, because an engine that is loaded on demand is bundled with a class of its own. */
export const isAway = (error: unknown) => error instanceof Error && error.name === "SearchAway";

/** The engine's answer, or something else while it is away. */
export const unlessAway = <T, F>(answer: Promise<T>, instead: () => F | Promise<F>): Promise<T | F> =>
  answer.catch((error: unknown) => {
    if (isAway(error)) return instead();
    throw error;
  });

/** Read access to the index. Throws `SearchAway`. */
export interface OpenIndex {
  /**
   * A page of documents with any word of the query and a facet of each group: more matching words first, then rarer ones in
   * texts of higher weight. With an explicit sort order, only documents with the most matching words.
   */
  findPage(question: Question): Promise<Page>;
  /** The most frequent facets with a beginning. */
  countFacets(counted: FacetBeginning): Promise<FacetCount[]>;
  /** The documents that share most, the newest of equals first, and the points of the facets. */
  findSharing(
    shared: SharedFacets,
  ): Promise<{ readonly facets: readonly RatedFacet[]; readonly found: readonly Found[] }>;
  /** The documents with a part of a picture that differs least from the compared one. */
  findCopies(compared: ComparedPicture): Promise<Found[]>;
  /** Documents with a facet, including hidden ones. */
  findWithFacet(facet: Facet, limit: number): Promise<Found[]>;
  /** A setting's value; `undefined` if it was never set. */
  readSetting(name: string): Promise<unknown>;
  /** The same index for one answer of several calls, which together take no longer than one may. */
  withDeadline(): OpenIndex;
}

/** All that an index is made of. */
export interface Source {
  /** Ids and cursors of another source mean something else. */
  readonly name: string;
  /** Ids of a kind in pages, in an order that a cursor continues. */
  list(
    kind: Kind,
    cursor?: string,
  ): AsyncIterable<{ readonly ids: readonly string[]; readonly cursor?: string | undefined }>;
  /** The present documents of ids, in their order. */
  read(kind: Kind, ids: readonly string[]): Promise<(Document | undefined)[]>;
}

/** Number of documents with the longest texts that one write takes. */
export const MAX_AT_ONCE = 25;

/** Write access to the index. Throws `SearchAway`. */
export interface OpenIndexing {
  /** Writes the changes that `readChanges` returns. It may be called again, so that an older state never follows a newer one. */
  write(readChanges: () => Promise<readonly (Change | Setting)[]>): Promise<void>;
  /** Indexes everything again while others search and write, and removes what isn't there any more. */
  rebuild(source: Source, report: (line: string) => void): Promise<void>;
}

/** An index, to read and to write. */
export interface Engine {
  readonly index: OpenIndex;
  readonly indexing: OpenIndexing;
}

/** Rarity in bits, at least one; those of several facets add up as the probabilities of sharing them multiply. */
export const computeRarity = (having: number, among: number) => Math.log2(1 + among / Math.max(1, having));
