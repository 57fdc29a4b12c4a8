type Value = Readonly<Record<string, unknown>>;

const isValue = (value: unknown): value is Value =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const restoreInMap = (values: Value): Value =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isValue(value) ? restoreInValue(value) : value]),
  );

/** DynamoDB Local's stream writes an empty map as `{}`, where AWS writes `{ M: {} }`. */
function restoreInValue(value: Value): Value {
  if (Object.keys(value).length === 0) return { M: {} };
  if (isValue(value.M)) return { M: restoreInMap(value.M) };
  if (Array.isArray(value.L)) return { L: value.L.map((part) => (isValue(part) ? restoreInValue(part) : part)) };
  return value;
}

/** The record with the type of empty maps restored in its images. */
export function restoreEmptyMaps<R extends { readonly dynamodb: object }>(record: R): R {
  const images = Object.entries(record.dynamodb).map(([name, image]) =>
    (name === "NewImage" || name === "OldImage") && isValue(image) ? [name, restoreInMap(image)] : [name, image],
  );
  return { ...record, dynamodb: Object.fromEntries(images) };
}
