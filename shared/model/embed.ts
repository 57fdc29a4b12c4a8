import * as z from "zod/mini";

const pixels = z.int().check(z.positive());

/** A photo of oEmbed 1.0; sizes are in pixels. */
export const Embed = z.object({
  version: z.literal("1.0"),
  type: z.literal("photo"),
  title: z.string(),
  author_name: z.string(),
  author_url: z.optional(z.string()),
  provider_name: z.string(),
  provider_url: z.string(),
  /** Seconds that a copy may be cached. */
  cache_age: z.int(),
  url: z.string(),
  width: pixels,
  height: pixels,
  thumbnail_url: z.string(),
  thumbnail_width: pixels,
  thumbnail_height: pixels,
});
export type Embed = z.output<typeof Embed>;
