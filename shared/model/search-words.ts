import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { OperatorReason } from "./operator.ts";
import { requiredText } from "./primitives.ts";

/** Words, separated by spaces, of which a search for one finds the others too. */
const SynonymGroup = requiredText(LIMITS.synonyms.max);

/** A group to add and the present one to remove. */
export const SynonymsChange = z.object({
  add: z.optional(SynonymGroup),
  remove: z.optional(SynonymGroup),
  reason: OperatorReason,
});
export type SynonymsChange = z.output<typeof SynonymsChange>;

/** Synonyms, and searches that found nothing. */
export const SearchWords = z.object({
  groups: z.array(z.string()),
  /** Searches without results by day, counted once per visitor, words and day. */
  days: z.array(z.object({ day: z.string(), count: z.number() })),
  /** Words of those that at least five visitors searched for, the most frequent first. */
  missed: z.array(z.object({ words: z.string(), count: z.number() })),
});
export type SearchWords = z.output<typeof SearchWords>;
