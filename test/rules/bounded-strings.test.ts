import { describe, expect, test } from "vitest";
import { $ZodType } from "zod/v4/core";
import { areas } from "#shared/contract/areas.ts";
import type { Route } from "#shared/route.ts";

/** Limits of a sort key and a partition key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
const [SORT_KEY_BYTES, PARTITION_KEY_BYTES] = [1024, 2048];

/** The longest text is 20,000 units of UTF-16, three bytes each at most: a seventh of an item. */
const TEXT_BYTES = 60_000;

/** A file in base64, which is never stored. */
const FILE_BYTES = 4 * 1024 * 1024;

const within = (bytes: number, names: string) => Object.fromEntries(names.split(" ").map((name) => [name, bytes]));

/** Texts that may be longer than a sort key: only the first is used in partition keys. */
const LONG_TEXTS: Readonly<Record<string, number>> = {
  ...within(PARTITION_KEY_BYTES, "userUsername"),
  ...within(TEXT_BYTES, "userPassword userConfirm userCurrent"),
  ...within(
    TEXT_BYTES,
    "announcementText artworkDescription artworkAlt collectionDescription commentContent messageContent reviewContent",
  ),
  ...within(TEXT_BYTES, "offerTerms requestDetails"),
  ...within(TEXT_BYTES, "billingAddress sellerAddress evidenceText answerText link reason answer ticketBody url"),
  ...within(FILE_BYTES, "fileContent"),
  ...within(TEXT_BYTES, "id rawId attestationObject authenticatorData clientDataJSON signature"),
};

/** Texts slightly longer than a number of bytes, also of multi-byte characters and combining marks. */
const longTexts = (bytes: number) => [
  "a".repeat(bytes + 1),
  "1".repeat(bytes + 1),
  `/${"a".repeat(bytes)}`,
  `${"a".repeat(bytes)}@ochre.test`,
  `https://ochre.test/${"a".repeat(bytes)}`,
  `2026-11-28T10:00:00.${"0".repeat(bytes)}Z`,
  "é".repeat(bytes / 2 + 1),
  "桜".repeat(bytes / 3 + 1),
  "😀".repeat(bytes / 4 + 1),
  `e${"\u0301".repeat(bytes / 2)}`,
  "e\u0301\u0323".repeat(bytes / 5 + 1),
];

type Send = (text: string) => unknown;

/** Functions that put a text into a value of this schema; fields of objects are separate values. */
function waysToHold({ _zod: { def } }: $ZodType): readonly Send[] {
  const inner = def as typeof def & Readonly<Record<"element" | "innerType" | "in" | "out", $ZodType | undefined>>;
  if (def.type === "string") return [(text) => text];
  if (def.type === "array" && inner.element) return waysToHold(inner.element).map((send) => (text) => [send(text)]);
  if (def.type === "pipe" && inner.in?._zod.def.type === "transform") return [(text) => text];
  if (def.type === "union") return (def as unknown as { options: $ZodType[] }).options.flatMap(waysToHold);
  const next = inner.innerType ?? inner.in;
  return next ? waysToHold(next) : [];
}

type Field = readonly [name: string, schema: $ZodType];

/** Every field of a schema, nested ones included. */
function listFields(schema: $ZodType): Field[] {
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>>;
  const parts = [def.element, def.innerType, def.in, def.out, ...((def.options as unknown[] | undefined) ?? [])];
  const shape = Object.entries((def.shape as Record<string, $ZodType> | undefined) ?? {});
  return [
    ...shape.flatMap(([name, value]): Field[] => [[name, value], ...listFields(value)]),
    ...parts.filter((part) => part instanceof $ZodType).flatMap(listFields),
  ];
}

/** The longest text in a parsed value, in bytes. */
function longest(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return typeof value === "object" && value !== null ? Math.max(0, ...Object.values(value).map(longest)) : 0;
}

const routes = Object.entries(areas).flatMap(([area, named]) =>
  Object.entries<Route>(named).map(([name, route]) => ({ name: `${area} ${name}`, route })),
);

const fields = routes.flatMap(({ name, route }) =>
  (["params", "query", "body"] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? listFields(schema).map(([field, value]) => ({ of: `${name}: ${field}`, field, value })) : [];
  }),
);

describe("the input of the API", () => {
  test("has no text longer than its key or its known limit", () => {
    expect(fields.length).toBeGreaterThan(300);
    const unbounded = fields.filter(({ field, value }) => {
      const bytes = LONG_TEXTS[field] ?? SORT_KEY_BYTES;
      const parse = (value as unknown as { safeParse: (sent: unknown) => { data?: unknown } }).safeParse;
      return waysToHold(value).some((send) => longTexts(bytes).some((text) => longest(parse(send(text)).data) > bytes));
    });
    expect(unbounded.map(({ of }) => of)).toEqual([]);
  });

  test("has a field for each of the long texts", () => {
    const names = fields.map(({ field }) => field);
    expect(Object.keys(LONG_TEXTS).filter((name) => !names.includes(name))).toEqual([]);
  });
});
