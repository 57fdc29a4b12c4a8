import * as z from "zod/mini";
import { invalid } from "./errors.ts";

/** Form-encoded numbers and booleans are text. */
export const Integer = z.pipe(z.string().check(z.regex(/^\d+$/, "Invalid integer")), z.transform(Number));
export const PositiveInteger = Integer.check(z.minimum(1, "This value must be greater than or equal to 1."));
export const Flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((text) => text === "true"),
);
export const Metadata = z.optional(z.record(z.string(), z.string()));
export const Expand = z.optional(z.array(z.string()));

/** Parameters that every operation accepts. */
const COMMON_PARAMETERS = { expand: Expand };

/** Parses the parameters; like Stripe, throws for unknown ones. */
export function parseParameters<S extends z.core.$ZodLooseShape>(shape: S, params: unknown) {
  const parsed = z.strictObject({ ...shape, ...COMMON_PARAMETERS }).safeParse(params);
  if (parsed.success) return parsed.data as z.output<z.ZodMiniObject<S & typeof COMMON_PARAMETERS>>;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === "unrecognized_keys") {
    const param = formatName([...path, issue.keys[0] ?? ""]);
    throw invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = formatName(path);
  const isMissing = path.reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], params) === undefined;
  if (isMissing) throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  throw invalid(`Invalid ${param}: ${issue?.message}`, { param });
}

type Fields = Readonly<Record<string, unknown>>;

/** `transfer_data[destination]`, as Stripe names a nested parameter. */
const formatName = ([first = "", ...rest]: readonly string[]) => first + rest.map((part) => `[${part}]`).join("");
