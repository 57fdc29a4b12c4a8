import * as z from "zod/mini";
import { CardPicture } from "./artwork.ts";

/** Views, favourites, followers and sales of an artist in a range of UTC days, with a point for every day. Amounts in cents. */
export const Audience = z.object({
  /** YYYY-MM-DD, both included. */
  start: z.string(),
  end: z.string(),
  series: z.array(
    z.object({
      day: z.string(),
      /** Views of all artworks, once per visitor, artwork and day. */
      views: z.number(),
      /** Views of the artist's page, once per visitor and day. */
      profileViews: z.number(),
      /** Favourites added on the day and not removed within four weeks. */
      favorites: z.number(),
      /** Followers gained on the day who still follow. */
      followers: z.number(),
      /** Every order, including free and refunded ones. */
      sales: z.number(),
      /** Earnings of these orders, less what was returned by refunds or withdrawn in disputes. */
      earned: z.number(),
    }),
  ),
  /** The most viewed works, without deleted ones. */
  best: z.array(
    z.object({
      artwork: z.extend(CardPicture, { artworkTitle: z.string(), artworkAlt: z.optional(z.string()) }),
      views: z.number(),
      favorites: z.number(),
      sales: z.number(),
      earned: z.number(),
    }),
  ),
});
export type Audience = z.output<typeof Audience>;
