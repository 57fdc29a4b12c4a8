import * as z from "zod/mini";
import { COLOR_CODES } from "../colors.ts";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { ORIENTATIONS } from "../rules/orientation.ts";
import { propertyCode, Tag } from "./artwork.ts";
import { mapProperties, PROPERTY_FILTER_NAMES, PROPERTY_FILTERS, type PropertyFilters } from "./artwork-properties.ts";
import { spelled } from "./primitives.ts";

/** The use that a licence allows, or free. */
const LICENSE_FILTERS = ["personal", "commercial", "free"] as const;

const split = z.transform((text: unknown) => (typeof text === "string" ? text.split(",") : text));

/** Comma-separated alternatives. */
const commaSeparated = <T extends z.ZodMiniType>(value: T) =>
  z.optional(
    z.pipe(
      split,
      z
        .array(value, { error: MESSAGES.invalid })
        .check(z.minLength(1, MESSAGES.invalid), z.maxLength(LIMITS.filterValues, MESSAGES.invalid)),
    ),
  );

const enumSchema = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: MESSAGES.invalid });

const propertyFilter = <N extends keyof PropertyFilters>(name: N) =>
  commaSeparated(propertyCode(PROPERTY_FILTERS[name]));

const propertyFilters = mapProperties<{ [N in keyof PropertyFilters]: ReturnType<typeof propertyFilter<N>> }>(
  PROPERTY_FILTER_NAMES,
  propertyFilter,
);

/** A buyer's price, in cents. */
const cents = () =>
  z.optional(
    z.pipe(
      spelled,
      z.coerce
        .number({ error: MESSAGES.notPositiveInteger })
        .check(z.int(MESSAGES.notPositiveInteger), z.nonnegative(MESSAGES.notPositiveInteger)),
    ),
  );

/** A small grid of colours, 48 bytes in URL-safe base64. */
export const LIKENESS_PATTERN = /^[\w-]{64}$/;

/** The perceptual hash of a picture, 16 bytes in URL-safe base64. */
export const PICTURE_HASH = /^[\w-]{22}$/;

/** Filters of an artwork list, combined with AND. */
export const ArtworkFilters = z.object({
  license: commaSeparated(enumSchema(LICENSE_FILTERS)),
  priceFrom: cents(),
  priceTo: cents(),
  orientation: commaSeparated(enumSchema(ORIENTATIONS)),
  ...propertyFilters,
  color: commaSeparated(enumSchema(COLOR_CODES)),
  tag: commaSeparated(Tag),
});
export type ArtworkFilters = z.output<typeof ArtworkFilters>;

/** Number of results; a lower bound unless exact. On the first page of a filtered list. */
export const Total = z.object({ count: z.number(), isExact: z.boolean() });
