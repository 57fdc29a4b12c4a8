import * as z from "zod/mini";
import { LIMITS, STRIP } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import type { DueDays } from "../rules/due-days.ts";
import { toVisibleLine } from "../rules/visible-text.ts";
import { ArtworkCard, Category } from "./artwork.ts";
import { isDay } from "./day.ts";
import { ArtworkId } from "./ids.ts";
import { OperatorReason } from "./operator.ts";
import { choice, lookupText } from "./primitives.ts";

/** Empty counts as omitted, since an empty date field sends "". */
const Day = z.string({ error: MESSAGES.notString }).check(
  z.maxLength("2026-11-28".length, MESSAGES.invalidDate),
  z.refine((text) => text === "" || isDay(text), MESSAGES.invalidDate),
);

const days = { from: z.nullable(Day), until: z.nullable(Day) };

const areInOrder = z.refine<DueDays>(({ from, until }) => !from || !until || from <= until, {
  path: ["from"],
  error: MESSAGES.startAfterEnd,
});

/** The first and last UTC day of a curated artwork. */
export const CuratedDaysForm = z.object(days).check(areInOrder);

/** An artwork of the curated row; it is shown on its first and last day too, and always without them. */
const CuratedArtwork = z.object({ artworkId: ArtworkId, ...days }).check(areInOrder);

/** `hidden`: visitors can't see the artwork. */
const CURATED_STATES = ["shown", "scheduled", "over", "hidden"] as const;

/** The home page as operators see it. */
export const HomePage = z.object({
  /** Counts the changes; a change names the one that it was made from. */
  revision: z.number(),
  /** In the row's order. */
  curated: z.array(
    z.object({
      artworkId: ArtworkId,
      /** Null for deleted artwork. */
      artwork: z.nullable(ArtworkCard),
      state: choice(CURATED_STATES),
      from: z.nullable(z.string()),
      until: z.nullable(z.string()),
    }),
  ),
  /** Empty while the search engine is unavailable. `isChosen`: operators chose the cover. */
  categories: z.array(z.extend(Category, { isChosen: z.boolean() })),
});
export type HomePage = z.output<typeof HomePage>;

const areDistinct = (works: readonly { readonly artworkId: string }[]) =>
  new Set(works.map(({ artworkId }) => artworkId)).size === works.length;

/** A change of the home page; what it leaves out stays. */
export const HomePageChange = z.object({
  revision: z.number({ error: MESSAGES.required }).check(z.int(MESSAGES.invalid), z.nonnegative(MESSAGES.invalid)),
  curated: z.optional(
    z
      .array(CuratedArtwork, { error: MESSAGES.invalid })
      .check(z.maxLength(STRIP.curated, MESSAGES.tooManyCurated), z.refine(areDistinct, MESSAGES.invalid)),
  ),
  /** Null lets a category choose its cover by itself. */
  covers: z.optional(
    z
      .array(z.object({ tag: lookupText().check(z.overwrite(toVisibleLine)), artworkId: z.nullable(ArtworkId) }), {
        error: MESSAGES.invalid,
      })
      .check(z.maxLength(LIMITS.categoryCovers, MESSAGES.invalid)),
  ),
  reason: OperatorReason,
});
export type HomePageChange = z.output<typeof HomePageChange>;
