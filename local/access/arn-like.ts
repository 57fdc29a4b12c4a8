const PARTS = 6;

/** The parts of an ARN; the last, its resource, may hold further colons. */
function partsOf(arn: string): string[] {
  const parts = arn.split(":");
  return [...parts.slice(0, PARTS - 1), parts.slice(PARTS - 1).join(":")];
}

/** `*` matches any characters and `?` exactly one; case-sensitive. */
export function matchesWildcards(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(text);
}

/** IAM's `ArnLike`: each of the six parts between colons is matched separately, so a wildcard never spans two. */
export function isArnLike(pattern: string, arn: string): boolean {
  if (pattern.split(":").length < PARTS || arn.split(":").length < PARTS) return false;
  const parts = partsOf(arn);
  return partsOf(pattern).every((part, index) => matchesWildcards(part, parts[index] ?? ""));
}
