import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partOf, sortedBy } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** The key is the rule: an artwork is a user's favourite once. */
export const FavoriteEntity = new Entity({
  name: "favorite",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partOf("U"),
    artworkId: sortedBy("F"),
    /** The list that it stands in; absent once it was taken back. */
    list: string().optional().savedAs("p"),
    /** Its place there, a UUIDv7 of the moment; a page goes on from there for a while after it was taken back. */
    favoriteId: string().savedAs("ps"),
    expires: number().optional().savedAs("ttl"),
  }),
});

/** The partition of a user's favourites in the index `ranked`. */
export const favoritesOf = (userId: string) => `F#${userId}`;
