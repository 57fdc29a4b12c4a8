import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { Person } from "./account.ts";
import { CardPicture } from "./artwork.ts";
import { Reply } from "./community.ts";
import { ArtworkId, CollectionId } from "./ids.ts";
import { choice, optionalLines, requiredText } from "./primitives.ts";

/** Visible to everyone, or to the owner alone. */
export const COLLECTION_VISIBILITIES = ["public", "private"] as const;

const Visibility = choice(COLLECTION_VISIBILITIES);

/** Replaces the collection's fields: an omitted description is cleared. */
export const CollectionForm = z.object({
  collectionTitle: requiredText(LIMITS.collectionTitle.max),
  collectionDescription: optionalLines(LIMITS.collectionDescription.max),
  collectionVisibility: Visibility,
});
export type CollectionForm = z.output<typeof CollectionForm>;

/** Public by default; may contain a first artwork. */
export const NewCollection = z.extend(CollectionForm, {
  collectionVisibility: z._default(Visibility, "public"),
  artworkId: z.optional(ArtworkId),
});

/** `suspended`, for the owner alone: no access while one of the two blocks the other. */
const Member = z.extend(Person, { suspended: z.optional(z.literal(true)) });
export type Member = z.output<typeof Member>;

export const Collection = z.object({
  collectionId: CollectionId,
  collectionTitle: z.string(),
  collectionDescription: z.string(),
  collectionVisibility: Visibility,
  owner: Person,
  /** Number of artworks, including those that visitors can't see. */
  count: z.number(),
  created: z.string(),
  /** For its owner and members alone: everybody who was invited, without closed accounts. */
  members: z.optional(z.array(Member)),
});
export type Collection = z.output<typeof Collection>;

export const CollectionCard = z.extend(Collection, {
  /** Its first three visible artworks at most. */
  covers: z.array(CardPicture),
  /** True if the collection contains the requested artwork. */
  contains: z.optional(z.boolean()),
});
export type CollectionCard = z.output<typeof CollectionCard>;

/** A comment on a collection, which has no replies. */
export const CollectionComment = z.omit(Reply, { parent: true });
export type CollectionComment = z.output<typeof CollectionComment>;
