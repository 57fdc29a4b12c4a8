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
      /** Visitors of each artwork, each once a day, added up. */
      views: z.number(),
      /** Visitors of the artist's own page, each once a day. */
      profileViews: z.number(),
      /** That began on the day and weren't taken back in the four weeks after. */
      favorites: z.number(),
      /** That began on the day and still follow. */
      followers: z.number(),
      /** Every order, free and refunded ones too. */
      sales: z.number(),
      /** Earned by them, less what went back. */
      earned: z.number(),
    }),
  ),
  /** The works with most views, most first; deleted ones aren't among them. */
  best: z.array(
    z.object({
      artwork: z.extend(CardPicture, { artworkTitle: z.string() }),
      views: z.number(),
      favorites: z.number(),
      sales: z.number(),
      earned: z.number(),
    }),
  ),
});
export type Audience = z.output<typeof Audience>;
