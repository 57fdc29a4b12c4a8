const PARTS = 6;

/** The parts of an ARN; the last, its resource, may hold further colons. */
function splitArn(arn: string): string[] {
  const parts = arn.split(":");
  return [...parts.slice(0, PARTS - 1), parts.slice(PARTS - 1).join(":")];
}

/** A policy's patterns stay the same, and each call of a function is evaluated against several. */
const expressions = new Map<string, RegExp>();

function toExpression(pattern: string): RegExp {
  const cached = expressions.get(pattern);
  if (cached) return cached;
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${source}$`, "s");
  expressions.set(pattern, expression);
  return expression;
}

/** `*` matches any characters and `?` exactly one; case-sensitive. */
export const matchesWildcards = (pattern: string, text: string): boolean =>
  pattern === text || (/[*?]/.test(pattern) && toExpression(pattern).test(text));

/** IAM's `ArnLike`: each of the six parts between colons is matched separately, so a wildcard never spans two. */
export function isArnLike(pattern: string, arn: string): boolean {
  if (pattern.split(":").length < PARTS || arn.split(":").length < PARTS) return false;
  const parts = splitArn(arn);
  return splitArn(pattern).every((part, index) => matchesWildcards(part, parts[index] ?? ""));
}
