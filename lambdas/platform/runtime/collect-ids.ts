const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Our ids in foreign input, by field name; nothing else may get into a log line. */
export function collectIds(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner === "string") return name.endsWith("Id") && UUID.test(inner) ? [[name, inner] as const] : [];
    return Object.entries(collectIds(inner));
  });
  return Object.fromEntries(entries);
}

/** The ids in a key of the table, and its kind; other parts may be a name or an e-mail address. */
export function parseKeyIds(keys: Readonly<Record<string, { readonly S?: string | undefined }>> = {}) {
  const parts = Object.values(keys).flatMap(({ S = "" }) => S.split("#"));
  return { item: keys.sk?.S?.split("#")[0], ids: parts.filter((part) => UUID.test(part)) };
}
