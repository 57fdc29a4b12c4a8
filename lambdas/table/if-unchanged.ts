/** Condition for optimistic locking: the attribute still has the value that was read, or is still absent. */
export const ifUnchanged = <const A extends string, V extends string | number>(attr: A, value: V | undefined) =>
  value === undefined ? { attr, exists: false as const } : { attr, eq: value };
