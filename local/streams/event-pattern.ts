/** True if a value satisfies one condition of a pattern's list. */
function satisfies(condition: unknown, value: unknown): boolean {
  if (typeof condition !== "object" || condition === null) return condition === value;
  const [[operator, operand] = []] = Object.entries(condition);
  const text = typeof value === "string" ? value : undefined;
  switch (operator) {
    case "prefix":
      return text?.startsWith(String(operand)) ?? false;
    case "suffix":
      return text?.endsWith(String(operand)) ?? false;
    case "equals-ignore-case":
      return text?.toLowerCase() === String(operand).toLowerCase();
    case "wildcard": {
      const source = String(operand)
        .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
        .replaceAll("*", ".*");
      return new RegExp(`^${source}$`, "s").test(text ?? "");
    }
    case "exists":
      return (value !== undefined) === operand;
    case "anything-but":
      return value !== undefined && ![operand].flat().some((refused) => satisfies(refused, value));
    case "numeric":
      return typeof value === "number" && compares(value, operand as (string | number)[]);
    default:
      throw new Error(`The laptop doesn't support the event pattern operator ${operator}`);
  }
}

function compares(value: number, [operator, operand, ...rest]: (string | number)[]): boolean {
  const limit = Number(operand);
  const holds =
    operator === "="
      ? value === limit
      : operator === "<"
        ? value < limit
        : operator === "<="
          ? value <= limit
          : operator === ">"
            ? value > limit
            : value >= limit;
  return holds && (rest.length === 0 || compares(value, rest));
}

/** True if an event matches an EventBridge pattern or a stream filter. */
export function matchesEvent(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(pattern)) {
    const values = Array.isArray(event) ? event : [event];
    return pattern.some((condition) => values.some((value) => satisfies(condition, value)));
  }
  if (typeof pattern !== "object" || pattern === null) return pattern === event;
  return Object.entries(pattern).every(([key, nested]) =>
    key === "$or"
      ? (nested as unknown[]).some((alternative) => matchesEvent(alternative, event))
      : matchesEvent(nested, (event as Record<string, unknown> | undefined)?.[key]),
  );
}
