import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A comment or a reply, under its artwork in the order of writing. Replies are apart from what they reply to. The
 * author is looked up when it is shown.
 */
export const CommentEntity = new Entity({
  name: "comment",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    /** `commentSortKey` of its ids. */
    place: sortKey("COMMENT"),
    /** Author and text are absent from a deleted comment, which stays while it has replies. */
    authorId: uuid().optional(),
    content: string().optional(),
    /** ISO 8601; set once the text was changed. */
    editedAt: string().optional(),
    /** How many replies it has. */
    replies: number().optional(),
    /** The partition of all that its author wrote, in the index `byOwner`; absent once it is deleted. */
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

/** The partition of an author's comments in the index `byOwner`. */
export const commentsPartition = (authorId: string) => `COMMENTS#${authorId}`;

export interface CommentIds {
  readonly commentId: string;
  /** The comment that it replies to, if any. */
  readonly parent: string | null;
}

/** The prefix of the sort keys of an artwork's comments, and of the replies to one of them. */
export const COMMENTS = "TOP#";
export const repliesTo = (commentId: string) => `REPLY#${commentId}#`;

/** The sort key of a comment or a reply. */
export const commentSortKey = ({ commentId, parent }: CommentIds) =>
  `${parent === null ? COMMENTS : repliesTo(parent)}${commentId}`;

/** The ids in a sort key. */
export function parsePlace(place: string): CommentIds {
  const [, first = "", second] = place.split("#");
  return second === undefined ? { commentId: first, parent: null } : { commentId: second, parent: first };
}

/** Condition: neither deleted nor gone. */
export const NOT_DELETED = { attr: "authorId" as const, exists: true as const };
