/** What a card shows of an artwork beside its id, by the name that the table keeps it under. */
export const CARD = {
  versionId: "v",
  ownerId: "u",
  ownerName: "un",
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

export interface IndexDefinition {
  readonly name: string;
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
  indexes: [
    /** Every visible artwork, by time. */
    { name: "newest", partitionKey: "n", sortKey: "pk", include: STORED_CARD },
    /** Lists with an order of their own: artwork by favourites; a user's favourites and gallery, an artwork's reviews and open payments by time. */
    { name: "ranked", partitionKey: "p", sortKey: "ps", include: [...STORED_CARD, "r", "ed"] },
    /** All of an owner's artwork that isn't deleted; a buyer's purchases. */
    { name: "byOwner", partitionKey: "o", sortKey: "pk", include: [...STORED_CARD, "vi", "c", "am", "st", "a"] },
    /** What visitors see of an owner's artwork; a seller's sales. */
    { name: "shownByOwner", partitionKey: "s", sortKey: "pk", include: [...STORED_CARD, "am", "st", "a"] },
  ],
} as const satisfies {
  partitionKey: string;
  sortKey: string;
  ttl: string;
  indexes: readonly IndexDefinition[];
};

export type IndexName = (typeof TABLE)["indexes"][number]["name"];

/** Keys of the search index, a table of its own: it is derived, so nothing reads its stream and nothing backs it up. */
export const SEARCH_TABLE = { partitionKey: "pk", sortKey: "sk" } as const;
