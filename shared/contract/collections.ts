import * as z from "zod/mini";
import { ArtworkCard } from "../model/artwork.ts";
import { Collection, CollectionCard, CollectionComment, CollectionForm, NewCollection } from "../model/collection.ts";
import { CommentForm } from "../model/community.ts";
import { ArtworkId, CollectionId, CommentId, UserId } from "../model/ids.ts";
import { lookupText, pageQuery, pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

const collectionParams = z.object({ collectionId: CollectionId });
const memberParams = z.object({ collectionId: CollectionId, username: lookupText() });
const commentParams = z.object({ collectionId: CollectionId, commentId: CommentId });
const entryParams = z.object({ collectionId: CollectionId, artworkId: ArtworkId });

/** A suspended account's collections can be made private, but not public. */
const PUBLISHING = {
  refusedIf: ({ collectionVisibility }: CollectionForm) => collectionVisibility === "public",
} as const;

/** Creates a collection, optionally with its first artwork. */
export const createCollection = route({
  method: "POST",
  path: "/api/collections",
  access: "user",
  whileSuspended: PUBLISHING,
  audit: "collection.create",
  throttled: "collection",
  body: NewCollection,
  status: 201,
  returns: z.object({ collectionId: CollectionId }),
  fails: ["artwork_not_found", "too_many_collections"],
});

/** A collection and its visible artwork in the owner's order. Private ones are readable by their owner and members only. */
export const readCollection = route({
  method: "GET",
  path: "/api/collections/{collectionId}",
  access: "public",
  optionalAuth: true,
  params: collectionParams,
  query: pageQuery(),
  status: 200,
  returns: z.extend(pageSchema(ArtworkCard), {
    collection: Collection,
    /** For members: those of the page that they added themselves, and may remove. */
    added: z.optional(z.array(ArtworkId)),
  }),
  fails: ["collection_not_found"],
});

/**
 * Lets a person see the collection and add artwork to it; they are notified. For its owner; safe to repeat. Refused while one
 * of the two blocks the other.
 */
export const inviteMember = route({
  method: "POST",
  path: "/api/collections/{collectionId}/members/{username}",
  access: "user",
  whileSuspended: "refused",
  audit: "collection.invite",
  throttled: "invitation",
  params: memberParams,
  status: 204,
  fails: ["collection_not_found", "member_not_found", "member_self", "member_refused", "too_many_members"],
});

/** Removes a member, for the collection's owner, or ends one's own membership. Their artwork stays in it. Safe to repeat. */
export const removeMember = route({
  method: "DELETE",
  path: "/api/collections/{collectionId}/members/{username}",
  access: "user",
  whileSuspended: "allowed",
  audit: "collection.remove_member",
  throttled: "collection",
  params: memberParams,
  status: 204,
  fails: ["collection_not_found", "user_not_found"],
});

/** Other people's collections that the caller is a member of, newest first. */
export const listSharedCollections = route({
  method: "GET",
  path: "/api/users/{userId}/shared-collections",
  access: "self",
  params: z.object({ userId: UserId }),
  query: z.extend(pageQuery(), { artworkId: z.optional(ArtworkId) }),
  status: 200,
  returns: pageSchema(CollectionCard),
});

/** Changes title, description and visibility. */
export const updateCollection = route({
  method: "PATCH",
  path: "/api/collections/{collectionId}",
  access: "user",
  whileSuspended: PUBLISHING,
  audit: "collection.change",
  throttled: "collection",
  params: collectionParams,
  body: CollectionForm,
  status: 204,
  fails: ["collection_not_found"],
});

/** Deletes the collection but not its artwork. */
export const deleteCollection = route({
  method: "DELETE",
  path: "/api/collections/{collectionId}",
  access: "user",
  effects: ["deletion"],
  whileSuspended: "allowed",
  audit: "collection.delete",
  throttled: "collection",
  params: collectionParams,
  status: 204,
  fails: ["collection_not_found"],
});

/**
 * For the collection's owner and members: adds an artwork at the end of a collection, behind `after`, or first if that is null.
 * Safe to repeat: an existing one stays in place.
 */
export const addToCollection = route({
  method: "POST",
  path: "/api/collections/{collectionId}/artwork/{artworkId}",
  access: "user",
  whileSuspended: "refused",
  audit: "collection.sort",
  throttled: "collection",
  params: entryParams,
  body: z.object({ after: z.optional(z.nullable(ArtworkId)) }),
  status: 204,
  fails: ["collection_not_found", "artwork_not_found", "collection_full"],
});

/** Moves an artwork behind another one: to the beginning if that is null, to the end if it isn't in the collection. */
export const moveInCollection = route({
  method: "PATCH",
  path: "/api/collections/{collectionId}/artwork/{artworkId}",
  access: "user",
  whileSuspended: "allowed",
  audit: "collection.sort",
  throttled: "collection",
  params: entryParams,
  body: z.object({ after: z.nullable(ArtworkId) }),
  status: 204,
  fails: ["collection_not_found", "artwork_not_found"],
});

/** Takes an artwork out of a collection; members only what they added. Safe to repeat. */
export const removeFromCollection = route({
  method: "DELETE",
  path: "/api/collections/{collectionId}/artwork/{artworkId}",
  access: "user",
  whileSuspended: "allowed",
  audit: "collection.sort",
  throttled: "collection",
  params: entryParams,
  status: 204,
  fails: ["collection_not_found", "entry_not_added"],
});

/**
 * A user's collections, newest first; others see the public ones. With `artworkId` their owner learns which of them contain
 * it, without covers. A page may be shorter than its limit, which bounds its cost; `hasMore` is true while there are more.
 */
export const listCollections = route({
  method: "GET",
  path: "/api/users/{username}/collections",
  access: "public",
  optionalAuth: true,
  params: z.object({ username: lookupText() }),
  query: z.extend(pageQuery(), { artworkId: z.optional(ArtworkId) }),
  status: 200,
  returns: pageSchema(CollectionCard),
  fails: ["user_not_found"],
});

/** Comments by the collection's owner and members, for them alone, newest first. */
export const listCollectionComments = route({
  method: "GET",
  path: "/api/collections/{collectionId}/comments",
  access: "user",
  params: collectionParams,
  query: pageQuery(),
  status: 200,
  returns: pageSchema(CollectionComment),
  fails: ["collection_not_found"],
});

/** For the collection's owner and members; the others are notified once a day. `Idempotency-Key` makes it safe to repeat. */
export const writeCollectionComment = route({
  method: "POST",
  path: "/api/collections/{collectionId}/comments",
  access: "user",
  whileSuspended: "refused",
  audit: "collection.comment",
  params: collectionParams,
  body: CommentForm,
  status: 201,
  returns: CollectionComment,
  fails: ["collection_not_found", "comment_not_found"],
});

/** Its author only, while they see the collection; a changed text is marked as edited. */
export const editCollectionComment = route({
  method: "PATCH",
  path: "/api/collections/{collectionId}/comments/{commentId}",
  access: "user",
  whileSuspended: "refused",
  audit: "collection.change_comment",
  params: commentParams,
  body: CommentForm,
  status: 200,
  returns: CollectionComment,
  fails: ["collection_not_found", "comment_not_found"],
});

/** For its author, also after they left, and the collection's owner. */
export const deleteCollectionComment = route({
  method: "DELETE",
  path: "/api/collections/{collectionId}/comments/{commentId}",
  access: "user",
  whileSuspended: "allowed",
  audit: "collection.delete_comment",
  params: commentParams,
  status: 204,
  fails: ["comment_not_found"],
});
