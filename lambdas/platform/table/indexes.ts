/**
 * Attributes of an artwork in lists besides its id. Counts and ids are top-level rather than in the card, because conditions
 * and atomic increments need them there.
 */
export const CARD_ATTRIBUTES = ["card", "versionId", "ownerId", "favorites", "ratingSum", "ratingCount"] as const;

/** Attributes in lists of orders and of their documents. */
const ORDER_ATTRIBUTES = ["status", "artworkId", "title", "licenseType", "paidAt", "amounts"];
const DOCUMENT_ATTRIBUTES = ["sellerId", "kind", "number", "issued"];

/**
 * Names of the indexes in DynamoDB. An index can't be changed, only replaced by its next version, so names are never reused;
 * docs/operations.md has the steps.
 */
export const INDEX = {
  newest: "newest-v2",
  ranked: "ranked-v2",
  byOwner: "byOwner-v2",
  shownByOwner: "shownByOwner-v2",
} as const;

/** Upper bound of an index's lag behind the table, in seconds. */
export const INDEX_LAG = 10;

export type IndexName = (typeof INDEX)[keyof typeof INDEX];

export interface IndexDefinition {
  readonly name: IndexName;
  readonly partitionKey: string;
  readonly sortKey: string;
  /** Attributes copied into the index beside its keys. */
  readonly include: readonly string[];
}

/** The table's keys and indexes, for the stack and the entities. */
export const TABLE = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Epoch seconds; DynamoDB deletes the item some time after. */
  ttl: "ttl",
  /** Present in an item that operators removed from lists; contains its index keys. */
  hidden: "hiddenByOperators",
  indexes: [
    /** Every visible artwork, by time. */
    { name: INDEX.newest, partitionKey: "newestPk", sortKey: "pk", include: CARD_ATTRIBUTES },
    /**
     * Lists sorted by `rankedSk`, for example artwork by favourites, favourites, galleries, reviews, inboxes and open payments.
     * An entity names its list in the attribute saved as `rankedPk`.
     */
    {
      name: INDEX.ranked,
      partitionKey: "rankedPk",
      sortKey: "rankedSk",
      include: [...CARD_ATTRIBUTES, "rating", "words", "editedAt", "unread"],
    },
    /** Items by owner, such as an owner's artwork that isn't deleted, a buyer's purchases or an author's comments. */
    {
      name: INDEX.byOwner,
      partitionKey: "byOwnerPk",
      sortKey: "pk",
      include: [...CARD_ATTRIBUTES, "visibility", "comments", ...ORDER_ATTRIBUTES, ...DOCUMENT_ATTRIBUTES],
    },
    /** A second list of items by owner, such as an owner's visible artwork or a seller's sales. */
    {
      name: INDEX.shownByOwner,
      partitionKey: "shownByOwnerPk",
      sortKey: "pk",
      include: [...CARD_ATTRIBUTES, ...ORDER_ATTRIBUTES, ...DOCUMENT_ATTRIBUTES],
    },
  ],
} as const satisfies {
  partitionKey: string;
  sortKey: string;
  ttl: string;
  hidden: string;
  indexes: readonly IndexDefinition[];
};

/** Keys of the search index's log, a separate table: it is derived data without stream and backup. */
export const SEARCH_TABLE = { partitionKey: "pk", sortKey: "sk" } as const;

/**
 * Keys of the audit log, a separate table, so that functions that write to the marketplace table can't change or delete
 * its entries.
 */
export const AUDIT_TABLE = { partitionKey: "pk", sortKey: "sk", ttl: "ttl" } as const;

/** Keys of a day's visits, a separate table, because they mustn't be in a backup or a stream. */
export const VISITS_TABLE = { partitionKey: "pk", sortKey: "sk", ttl: "ttl" } as const;
