import * as z from "zod/mini";

/** The secret's content after a rotation. Before the first one it's the text of a single key. */
const Rotated = z.object({
  /** Signs. */
  current: z.string(),
  /** Is published, so that it is known everywhere by the time that it signs. */
  next: z.optional(z.string()),
  /** Signed before, the latest first: what it signed is checked for years. */
  previous: z.array(z.string()),
});

export type SigningSecret = z.output<typeof Rotated>;

export const readSigningSecret = (text: string): SigningSecret =>
  text.startsWith("{") ? Rotated.parse(JSON.parse(text)) : { current: text, previous: [] };
