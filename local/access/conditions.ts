import { isArnLike, matchesWildcards } from "./arn-like.ts";

/** A request's condition keys, in lower case, with their values. */
export type Context = Readonly<Record<string, string>>;

export interface Condition {
  operator: string;
  /** In lower case, as IAM ignores the case of keys. */
  key: string;
  values: readonly string[];
}

/** One comparison of a value of the request with a value of the policy. */
const OPERATORS: Readonly<Record<string, (actual: string, wanted: string) => boolean>> = {
  StringEquals: (actual, wanted) => actual === wanted,
  StringLike: (actual, wanted) => matchesWildcards(wanted, actual),
  ArnEquals: (actual, wanted) => isArnLike(wanted, actual),
  ArnLike: (actual, wanted) => isArnLike(wanted, actual),
  Bool: (actual, wanted) => actual.toLowerCase() === wanted.toLowerCase(),
  NumericLessThan: (actual, wanted) => Number(actual) < Number(wanted),
};

/** The keys that the laptop gives a value. */
const KEYS = ["aws:securetransport", "aws:sourcearn", "s3:tlsversion"];

/** Throws for unsupported conditions, since ignoring one would allow or deny too much. */
export function requireSupported({ operator, key }: Condition): void {
  if (!(operator in OPERATORS)) throw new Error(`The laptop doesn't support the condition operator ${operator}`);
  if (!KEYS.includes(key)) throw new Error(`The laptop doesn't support the condition key ${key}`);
}

/** True if one of the condition's values matches; a key that the request lacks matches nothing. */
export function holds({ operator, key, values }: Condition, context: Context): boolean {
  const actual = context[key];
  const matches = OPERATORS[operator];
  return actual !== undefined && matches !== undefined && values.some((wanted) => matches(actual, wanted));
}
