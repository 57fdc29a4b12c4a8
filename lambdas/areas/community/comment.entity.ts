import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A comment or a reply, in its artwork's partition in chronological order. Replies have a prefix of their own. Authors' names
 * are looked up when it is shown.
 */
export const CommentEntity = new Entity({
  name: "comment",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    /** See `buildCommentSortKey`. */
    place: sortKey("COMMENT"),
    /** Author and text are missing from a deleted comment with replies. */
    authorId: uuid().optional(),
    content: string().optional(),
    /** ISO 8601 of the last edit; absent without one. */
    editedAt: string().optional(),
    /** Number of replies. */
    replies: number().optional(),
    /** The author's partition in the index `byOwner`; absent once deleted. */
    ofAuthor: string().optional().savedAs("byOwnerPk"),
  }),
});

/** The comment that a reply belongs to, so that a reply can be found by its own id. */
export const ReplyParentEntity = new Entity({
  name: "replyParent",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    commentId: sortKey("REPLY_PARENT"),
    parent: uuid(),
  }),
});

/** The author's partition in the index `byOwner`. */
export const buildCommentsPartition = (authorId: string) => `COMMENTS#${authorId}`;

export interface CommentIds {
  readonly commentId: string;
  /** The parent comment, if any. */
  readonly parent: string | null;
}

/** Sort key prefixes of an artwork's top-level comments and of a comment's replies. */
export const COMMENTS = "TOP#";
export const buildRepliesPrefix = (commentId: string) => `REPLY#${commentId}#`;

/** The sort key of a comment or a reply. */
export const buildCommentSortKey = ({ commentId, parent }: CommentIds) =>
  `${parent === null ? COMMENTS : buildRepliesPrefix(parent)}${commentId}`;

/** The ids in a sort key. */
export function parsePlace(place: string): CommentIds {
  const [, first = "", second] = place.split("#");
  return second === undefined ? { commentId: first, parent: null } : { commentId: second, parent: first };
}

/** Condition that the comment is neither deleted nor missing. */
export const NOT_DELETED = { attr: "authorId" as const, exists: true as const };
