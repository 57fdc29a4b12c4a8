import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { formatTooLong } from "#shared/messages.ts";

type Problems = Readonly<Record<string, string>>;

/** A schema's errors for an input, by field with its first message; empty for a valid input. */
export function getProblems(schema: z.ZodMiniType, input: unknown): Problems {
  const result = schema.safeParse(input);
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) problems[path.join(".")] ??= message;
  return problems;
}

/** One row of a table: label, value and expected message; without a message the value is accepted. */
export type Row = readonly [what: string, value: unknown, message?: string];

/** Tests a field of a form against a table; every other field keeps its valid value of `valid`. */
export function fieldTable(schema: z.ZodMiniType, valid: object, field: string, rows: readonly Row[]) {
  test.each(rows)(`${field}: %s`, (_what, value, message) => {
    const expected = message === undefined ? {} : { [field]: message };
    expect(getProblems(schema, { ...valid, [field]: value })).toEqual(expected);
  });
}

/** Rows on both sides of a text's upper limit. */
export const upTo = (max: number, message = formatTooLong(max), letter = "a"): readonly Row[] => [
  [`${max} characters are accepted`, letter.repeat(max)],
  [`${max + 1} characters are too many`, letter.repeat(max + 1), message],
];

/** Rows of a required text. */
export const required: readonly Row[] = [
  ["missing", undefined, "Required value"],
  ["null", null, "Required value"],
  ["empty", "", "Required value"],
  ["nothing but white space", " \t ", "Required value"],
  ["a number", 7, "Value needs to be a string"],
];
