/** A condition of a write: the attribute is still what it was read to be, also where it was absent. */
export const asRead = <const A extends string, V extends string | number>(attr: A, value: V | undefined) =>
  value === undefined ? { attr, exists: false as const } : { attr, eq: value };
