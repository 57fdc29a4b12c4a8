/** Attributes of an artwork card beside its id, with their stored names. */
export const CARD = {
  versionId: "v",
  ownerId: "u",
  ownerNames: "un",
  ownerAvatar: "ua",
  cardTexts: "t",
  terms: "tm",
  personal: "pp",
  commercial: "pc",
  previewKey: "k",
  placeholder: "ph",
  width: "w",
  height: "h",
  favorites: "f",
  ratingSum: "rs",
  ratingCount: "rc",
} as const;

const STORED_CARD = Object.values(CARD);

/** In a list of one owner's artwork the partition says whose it is. */
const STORED_OWN_CARD = STORED_CARD.filter((attribute) => attribute !== CARD.ownerId);

/**
 * Names of the indexes in DynamoDB. An index can't be changed, only replaced by one with the next version, so a name is
 * never used twice; docs/operations.md has the steps.
 */
export const INDEX = {
  newest: "newest-v1",
  ranked: "ranked-v1",
  byOwner: "byOwner-v1",
  shownByOwner: "shownByOwner-v1",
} as const;

/** How many seconds an index may lag behind the table; generous. */
export const INDEX_LAG = 10;

export type IndexName = (typeof INDEX)[keyof typeof INDEX];

export interface IndexDefinition {
  readonly name: IndexName;
  readonly partitionKey: string;
  readonly sortKey: string;
  /** Attributes copied into the index beside its keys. */
  readonly include: readonly string[];
}

/**
 * The table's keys and indexes, read by the stack and by the entities alike.
 * Attribute names are short because a page of 20 cards has to fit into one read unit (8 KB, eventually consistent).
 */
export const TABLE = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Epoch seconds; DynamoDB deletes the item some time after. */
  ttl: "ttl",
  /** Present in an item that operators have hidden from lists; it holds the item's keys of the indexes. */
  hidden: "hiddenByOperators",
  indexes: [
    /** Every visible artwork, by time. */
    { name: INDEX.newest, partitionKey: "n", sortKey: "pk", include: STORED_CARD },
    /** Lists with an order of their own: artwork by favourites; a user's favourites and gallery, an artwork's reviews and open payments by time. */
    { name: INDEX.ranked, partitionKey: "p", sortKey: "ps", include: [...STORED_CARD, "r", "ed"] },
    /** All of an owner's artwork that isn't deleted; a buyer's purchases; an author's comments; a seller's discount codes. */
    {
      name: INDEX.byOwner,
      partitionKey: "o",
      sortKey: "pk",
      include: [...STORED_OWN_CARD, "vi", "c", "am", "st", "a"],
    },
    /** An owner's visible artwork; a seller's sales. */
    { name: INDEX.shownByOwner, partitionKey: "s", sortKey: "pk", include: [...STORED_OWN_CARD, "am", "st", "a"] },
  ],
} as const satisfies {
  partitionKey: string;
  sortKey: string;
  ttl: string;
  hidden: string;
  indexes: readonly IndexDefinition[];
};

/** Keys of the search index's log, a table of its own: it is derived, so nothing reads its stream and nothing backs it up. */
export const SEARCH_TABLE = { partitionKey: "pk", sortKey: "sk" } as const;

/** Keys of the audit log, a table of its own, because whoever writes the marketplace's may also change and delete there. */
export const AUDIT_TABLE = { partitionKey: "pk", sortKey: "sk", ttl: "ttl" } as const;

/** Keys of the visits of a day, a table of its own, because nothing of them may be in a backup or a stream. */
export const VISITS_TABLE = { partitionKey: "pk", sortKey: "sk", ttl: "ttl" } as const;
