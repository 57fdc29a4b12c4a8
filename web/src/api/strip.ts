const isEmpty = (value: unknown) => {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype && !Object.keys(value).length;
};

/**
 * Drops values that say nothing (specification, section 2); booleans and numbers always stay.
 * `keep` names fields whose emptiness is meant, such as a description that is to be cleared.
 */
export function stripEmpty(values: object, keep: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => keep.includes(name) || !isEmpty(value)));
}
