import * as z from "zod/mini";
import { LIMITS, PAGE } from "../limits.ts";
import { formatTooLong, MESSAGES } from "../messages.ts";
import { normalizeCode } from "../rules/typed-secrets.ts";
import { fits, maxUnits, toVisibleLine, toVisibleLines } from "../rules/visible-text.ts";

const missing = (input: unknown) => input === undefined || input === null || input === "";

/** Text that may be empty. */
export const text = () => z.string({ error: ({ input }) => (missing(input) ? MESSAGES.required : MESSAGES.notString) });

/**
 * A token, name or id to look up. Longer texts are cut to the bound: they must fit a table key, and no stored value is as
 * long, so they match nothing.
 */
export const lookupText = () => text().check(z.overwrite((sent) => sent.slice(0, LIMITS.lookedUp.max)));

/** At most `max` characters (grapheme clusters); the schema only describes it, since JSON Schema counts code points. */
export const upTo = (max: number) => {
  const message = formatTooLong(max);
  return [
    z.maxLength(maxUnits(max), { error: message, abort: true }),
    z.refine<string>((typed) => fits(typed, max), message),
    z.describe<string>(`at most ${max} characters (grapheme clusters)`),
  ] as const;
};

/** A required line. Surrounding white space and invisible characters are removed. */
export const requiredText = (max: number) =>
  text().check(z.overwrite(toVisibleLine), z.trim(), z.minLength(1, MESSAGES.required), ...upTo(max));

/** Required text of several lines. */
export const requiredLines = (max: number) =>
  text().check(z.overwrite(toVisibleLines), z.trim(), z.minLength(1, MESSAGES.required), ...upTo(max));

/** A line that may be left out or empty. */
export const optionalText = (max: number) =>
  z.optional(z.string({ error: MESSAGES.notString }).check(z.overwrite(toVisibleLine), z.trim(), ...upTo(max)));

/** Text of several lines that may be omitted or empty. */
export const optionalLines = (max: number) =>
  z.optional(z.string({ error: MESSAGES.notString }).check(z.overwrite(toVisibleLines), z.trim(), ...upTo(max)));

/** A normalized name, code or address to look up; `max` is in UTF-16 units. */
export const requiredCode = (max: number, message: string = MESSAGES.invalid) =>
  text().check(
    z.overwrite((code) => toVisibleLine(normalizeCode(code))),
    z.trim(),
    z.minLength(1, MESSAGES.required),
    z.maxLength(max, message),
  );

export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: ({ input }) => (missing(input) ? MESSAGES.required : MESSAGES.invalid) });

/** A whole number above zero. */
export const positiveInteger = (message: string = MESSAGES.notPositiveInteger) =>
  z
    .number({ error: ({ input }) => (missing(input) ? MESSAGES.required : message) })
    .check(z.int(message), z.positive(message));

/** An amount of money in whole cents; may be zero. */
export const amount = () =>
  z
    .number({ error: ({ input }) => (missing(input) ? MESSAGES.required : MESSAGES.notPositiveInteger) })
    .check(z.int(MESSAGES.notPositiveInteger), z.nonnegative(MESSAGES.notPositiveInteger));

/** Price of a licence, in cents. */
export const licensePrice = () => amount().check(z.lte(LIMITS.licensePrice.max, MESSAGES.invalid));

/** Price of one or several sold licences, in cents; an offer's may be above any artwork's. */
export const soldPrice = () => amount().check(z.lte(LIMITS.soldPrice.max, MESSAGES.invalid));

/** A UUID with a brand, so that ids of different entities can't be confused. */
export const id = <const B extends string>() =>
  text().check(z.trim(), z.toLowerCase(), z.uuid(MESSAGES.invalidUuid)).brand<B>();

/** A whole number in a query string; `Number` would also accept "0x10", "1e1" and " 5". */
export const spelled = z.transform((text: unknown) =>
  typeof text === "string" && !/^-?\d+$/.test(text) ? Number.NaN : text,
);

/** A positive whole number in a query. */
export const queriedNumber = () =>
  z.pipe(
    spelled,
    z.coerce
      .number({ error: MESSAGES.notPositiveInteger })
      .check(z.int(MESSAGES.notPositiveInteger), z.positive(MESSAGES.notPositiveInteger)),
  );

/** Query of a list: the last item seen and the page's size. */
export const pageQuery = (standard: number = PAGE.standard) =>
  z.object({
    cursor: z.optional(z.string().check(z.toLowerCase(), z.uuid(MESSAGES.invalidUuid))),
    limit: z._default(
      z.pipe(
        spelled,
        z.coerce
          .number({ error: MESSAGES.notPositiveInteger })
          .check(
            z.int(MESSAGES.notPositiveInteger),
            z.gte(PAGE.min, MESSAGES.invalid),
            z.lte(PAGE.max, MESSAGES.invalid),
          ),
      ),
      standard,
    ),
  });

/** A page of a list. `cursor` is the last item's id, null on an empty page; `hasMore` is true while a page is full. */
export const pageSchema = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), cursor: z.nullable(z.string()), hasMore: z.boolean() });

/** An answer that the site shows as a toast. */
export const ToastMessage = z.object({ message: z.string(), expose: z.literal(true) });
