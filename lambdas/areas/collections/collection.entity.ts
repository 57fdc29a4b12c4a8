import { Entity } from "dynamodb-toolbox/entity";
import { item, list, number, record, string } from "dynamodb-toolbox/schema";
import { COLLECTION_VISIBILITIES } from "#shared/model/collection.ts";
import { constantSortKey, partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A collection with its artworks in their order. One item of at most 30 KB, so that any change of the order is one
 * conditional write.
 */
export const CollectionEntity = new Entity({
  name: "collection",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    collectionId: partitionKey("COLLECTION"),
    sk: constantSortKey("COLLECTION"),
    ownerId: uuid(),
    title: string(),
    description: string().default(""),
    visibility: string().enum(...COLLECTION_VISIBILITIES),
    /** In the owner's order. */
    artworkIds: list(uuid()),
    /** Recently removed artwork, each with its successor, so that a cursor can continue there. */
    removed: list(list(uuid())).default([]),
    /** People who may see it and add to it, in the order of their invitations. */
    memberIds: list(uuid()).optional(),
    /** Who added an artwork, where it was a member. */
    addedBy: record(string(), string()).optional(),
    /** Incremented by every change, for optimistic locking. */
    revision: number().default(0),
    /** The partition of the owner's own list; if public, also that of the public list. */
    ofOwner: string().savedAs("byOwnerPk"),
    shown: string().optional().savedAs("shownByOwnerPk"),
  }),
});

/** A person's membership of another's collection, which lists it for them; the collection's own list gives the right. */
export const MembershipEntity = new Entity({
  name: "membership",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    collectionId: sortKey("MEMBERSHIP"),
    ownerId: uuid(),
    /** The collection's title at the time of the invitation. */
    title: string(),
    /** ISO 8601. */
    since: string(),
  }),
});

/** A comment on a collection, in its partition in chronological order, for its owner and members. */
export const CollectionCommentEntity = new Entity({
  name: "collectionComment",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    collectionId: partitionKey("COLLECTION"),
    commentId: sortKey("COMMENT"),
    authorId: uuid(),
    content: string(),
    /** ISO 8601 of the last edit; absent without one. */
    editedAt: string().optional(),
    /** The author's partition in the index `byOwner`. */
    ofAuthor: string().savedAs("byOwnerPk"),
  }),
});

/** The partition of a person's comments on collections in the index `byOwner`. */
export const buildCollectionCommentsPartition = (authorId: string) => `COLLECTION_COMMENTS#${authorId}`;

/** The partition of a user's collections in both lists. */
export const buildCollectionsPartition = (userId: string) => `COLLECTIONS#${userId}`;
