import * as z from "zod/mini";

/** The secret's content after a rotation; before the first one it is the text of a single key. */
const Rotated = z.object({
  /** Signs. */
  current: z.string(),
  /** Published in advance, so that it is known everywhere before it signs. */
  next: z.optional(z.string()),
  /** Former keys, latest first: their certificates are verified for years. */
  previous: z.array(z.string()),
});

export type SigningSecret = z.output<typeof Rotated>;

export const readSigningSecret = (text: string): SigningSecret =>
  text.startsWith("{") ? Rotated.parse(JSON.parse(text)) : { current: text, previous: [] };
