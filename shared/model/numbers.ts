import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";
import { CaseKind } from "./case.ts";
import { text } from "./primitives.ts";

/**
 * Counts and cents of a UTC day. `signups`: accounts created on it whose address was verified. `works`: artwork published on
 * it. `sales` and `sold`: paid orders and what their buyers paid. `fees`: the platform's part of these, without tax.
 * `refunds`, `refunded` and `feesReturned`: what went back to buyers on it, also of earlier orders.
 */
export const FIGURES = ["signups", "works", "sales", "sold", "fees", "refunds", "refunded", "feesReturned"] as const;
export type Figure = (typeof FIGURES)[number];

const figures = Object.fromEntries(FIGURES.map((figure) => [figure, z.number()])) as Readonly<
  Record<Figure, z.ZodMiniNumber>
>;

/** Hours within which reports are counted as decided; the rest took longer. */
export const DECISION_HOURS = [1, 6, 12, 24, 48, 72, 168, 336, 720] as const;

/** Counts of a UTC day's decisions, of which a year's report is made. `decidedLater` took longer than the last hours. */
export const DECISION_FIGURES = [
  "notices",
  "takedowns",
  "suspensions",
  "appeals",
  "appealsGranted",
  "appealsRefused",
  "decided1",
  "decided6",
  "decided12",
  "decided24",
  "decided48",
  "decided72",
  "decided168",
  "decided336",
  "decided720",
  "decidedLater",
] as const;
export type DecisionFigure = (typeof DECISION_FIGURES)[number];

/** The marketplace's figures of a range of UTC days, both included, with a point for every day. */
export const Numbers = z.object({
  start: z.string(),
  end: z.string(),
  series: z.array(z.object({ day: z.string(), ...figures })),
  /** The open cases that the caller may see, by kind. */
  open: z.array(
    z.object({
      kind: CaseKind,
      count: z.number(),
      /** True if there are more than were counted. */
      isMore: z.boolean(),
      /** When the oldest was made, ISO 8601. */
      oldest: z.string(),
    }),
  ),
});
export type Numbers = z.output<typeof Numbers>;

/** A year of decisions, as it can be published. */
export const YearReport = z.object({
  year: z.string(),
  /** The first day that was counted; null if there is none. */
  since: z.nullable(z.string()),
  /** Reports of artwork and conversations. */
  notices: z.number(),
  /** Reports that were decided, and the hours within which half of them were; null if none or if it took longer than counted. */
  decided: z.number(),
  medianHours: z.nullable(z.number()),
  takedowns: z.number(),
  suspensions: z.number(),
  /** Answers to takedowns and suspensions, and how they ended; the rest is open or was withdrawn. */
  appeals: z.number(),
  appealsGranted: z.number(),
  appealsRefused: z.number(),
});
export type YearReport = z.output<typeof YearReport>;

export const YearQuery = z.object({ year: text().check(z.regex(/^20\d\d$/, MESSAGES.invalid)) });
