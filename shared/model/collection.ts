import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { Person } from "./account.ts";
import { CardPicture } from "./artwork.ts";
import { ArtworkId, CollectionId } from "./ids.ts";
import { choice, optionalLines, requiredText } from "./primitives.ts";

/** Visible to everyone, or to the owner alone. */
export const COLLECTION_VISIBILITIES = ["public", "private"] as const;

const Visibility = choice(COLLECTION_VISIBILITIES);

/** A whole form: a description that is left out is cleared. */
export const CollectionForm = z.object({
  collectionTitle: requiredText(LIMITS.collectionTitle.max),
  collectionDescription: optionalLines(LIMITS.collectionDescription.max),
  collectionVisibility: Visibility,
});
export type CollectionForm = z.output<typeof CollectionForm>;

/** A new one is public unless it says otherwise, and may begin with an artwork. */
export const NewCollection = z.extend(CollectionForm, {
  collectionVisibility: z._default(Visibility, "public"),
  artworkId: z.optional(ArtworkId),
});

export const Collection = z.object({
  collectionId: CollectionId,
  collectionTitle: z.string(),
  collectionDescription: z.string(),
  collectionVisibility: Visibility,
  owner: Person,
  /** How many artworks were put into it, those that visitors can't see at the moment included. */
  count: z.number(),
  created: z.string(),
});
export type Collection = z.output<typeof Collection>;

/** A collection in a list. */
export const CollectionCard = z.extend(Collection, {
  /** Its first artworks that visitors see, three at most. */
  covers: z.array(CardPicture),
  /** True if the collection has the artwork that the list was requested for. */
  contains: z.optional(z.boolean()),
});
export type CollectionCard = z.output<typeof CollectionCard>;
