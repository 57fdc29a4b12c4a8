import * as z from "zod/mini";
import { accessDenied, S3Error } from "./errors.ts";

const WholeNumber = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d+$/))]),
  z.transform((value) => Number(value)),
);
const Condition = z.union([
  z.tuple([z.literal("content-length-range"), WholeNumber, WholeNumber]),
  z.tuple([z.enum(["eq", "starts-with"]), z.string().check(z.startsWith("$")), z.string()]),
  z.record(z.string(), z.string()),
]);
const Policy = z.object({ expiration: z.iso.datetime({ offset: true }), conditions: z.array(Condition) });

/** The lengths that a policy permits, inclusive. */
export type LengthRange = { min: number; max: number };

type FieldCondition = { operator: "eq" | "starts-with"; field: string; value: string };

/** Fields that need no condition in the policy. */
const EXEMPT_FIELDS = new Set(["policy", "x-amz-signature", "file"]);

/**
 * Checks a form's fields (lower-case names, including `bucket`) against its policy in base64 JSON: it hasn't expired,
 * every condition holds, and every field has a condition. Returns the permitted length of the file.
 */
export function checkPolicy(encoded: string, fields: ReadonlyMap<string, string>, now: Date): LengthRange {
  const policy = parsePolicy(encoded);
  if (Date.parse(policy.expiration) <= now.getTime()) throw createRefusal("Policy expired.");
  const range = { min: 0, max: Number.POSITIVE_INFINITY };
  const covered = new Set<string>();
  for (const condition of policy.conditions) {
    if (Array.isArray(condition) && condition[0] === "content-length-range") {
      range.min = Math.max(range.min, condition[1]);
      range.max = Math.min(range.max, condition[2]);
      continue;
    }
    for (const { operator, field, value } of fieldConditions(condition)) {
      covered.add(field);
      if (!conditionMatches(operator, fields.get(field), value)) {
        throw createRefusal(`Policy Condition failed: ["${operator}", "$${field}", "${value}"]`);
      }
    }
  }
  const extra = [...fields.keys()].filter(
    (name) => !covered.has(name) && !EXEMPT_FIELDS.has(name) && !name.startsWith("x-ignore-") && name !== "bucket",
  );
  if (extra.length > 0) throw createRefusal(`Extra input fields: ${extra.join(", ")}`);
  return range;
}

function parsePolicy(encoded: string): z.output<typeof Policy> {
  try {
    return Policy.parse(JSON.parse(Buffer.from(encoded, "base64").toString()));
  } catch {
    throw new S3Error(
      "InvalidPolicyDocument",
      400,
      "The content of the form does not meet the conditions of a policy.",
    );
  }
}

function fieldConditions(condition: z.output<typeof Condition>): FieldCondition[] {
  if (!Array.isArray(condition)) {
    return Object.entries(condition).map(([field, value]) => ({ operator: "eq", field: field.toLowerCase(), value }));
  }
  const [operator, field, value] = condition;
  if (operator === "content-length-range") return [];
  return [{ operator, field: field.slice(1).toLowerCase(), value }];
}

/** A list of content types must match as a whole, part by part. */
function conditionMatches(operator: "eq" | "starts-with", actual: string | undefined, value: string): boolean {
  if (actual === undefined) return false;
  return operator === "eq" ? actual === value : actual.split(",").every((part) => part.trim().startsWith(value));
}

const createRefusal = (message: string) => accessDenied(`Invalid according to Policy: ${message}`);
