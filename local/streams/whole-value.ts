type Value = Readonly<Record<string, unknown>>;

const isValue = (value: unknown): value is Value =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wholeIn = (values: Value): Value =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isValue(value) ? wholeValue(value) : value]));

/** An attribute value as AWS's stream tells it: DynamoDB Local leaves the type of an empty map out. */
function wholeValue(value: Value): Value {
  if (Object.keys(value).length === 0) return { M: {} };
  if (isValue(value.M)) return { M: wholeIn(value.M) };
  if (Array.isArray(value.L)) return { L: value.L.map((part) => (isValue(part) ? wholeValue(part) : part)) };
  return value;
}

/** A record whose images can be read. */
export function wholeRecord<R extends { readonly dynamodb: object }>(record: R): R {
  const images = Object.entries(record.dynamodb).map(([name, image]) =>
    (name === "NewImage" || name === "OldImage") && isValue(image) ? [name, wholeIn(image)] : [name, image],
  );
  return { ...record, dynamodb: Object.fromEntries(images) };
}
