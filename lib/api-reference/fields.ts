/** The subset of JSON Schema that the contract's schemas use. */
export interface Schema {
  /** A list if the value may be null. */
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  /** States the length of texts that count graphemes, which `maxLength` can't. */
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** One value of a request or response. */
export interface Field {
  /** Its path: `items[].owner.name`. */
  readonly name: string;
  /** Its type and limits in words. */
  readonly typeText: string;
  readonly isRequired: boolean;
}

/** `3 to 20 letters`; an empty list without bounds. */
function between(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === undefined && most === undefined) return [];
  if (least === most) return [`exactly ${most}${unit}`];
  if (most === undefined) return [`at least ${least}${unit}`];
  return [least ? `${least} to ${most}${unit}` : `at most ${most}${unit}`];
}

/** Ignores the safe-integer bounds that Zod adds to every integer. */
const isLimit = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
const limit = (bound: number | undefined) => (isLimit(bound) ? bound : undefined);

const isNull = ({ type }: Schema) => type === "null";

/** A value's type and limits: `text, 3 to 20 characters`. */
export function describeType({ default: preset, ...schema }: Schema): string {
  const typeText = describePlainType(schema);
  return preset === undefined ? typeText : `${typeText}, ${JSON.stringify(preset)} unless sent`;
}

function describePlainType(schema: Schema): string {
  const { type, anyOf, allOf, items, format, pattern } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf) return [...new Set(anyOf.map(describeType))].join(" or ");
  if (allOf) return allOf.map(describeType).join(", ");
  if (typeof type === "object") return type.map((one) => describeType({ ...schema, type: one })).join(" or ");
  if (type === "array") {
    return [
      `list of ${items ? describeType(items) : "anything"}`,
      ...between(schema.minItems, schema.maxItems, " entries"),
    ].join(", ");
  }
  if (type === "string") {
    const how = format ? [] : pattern ? [`like ${pattern}`] : [];
    const length = schema.description
      ? [schema.description]
      : between(schema.minLength, schema.maxLength, " characters");
    return [format ?? "text", ...length, ...how].join(", ");
  }
  if (type === "number" || type === "integer") {
    const above = schema.exclusiveMinimum === undefined ? [] : [`more than ${schema.exclusiveMinimum}`];
    return [
      type === "integer" ? "whole number" : "number",
      ...above,
      ...between(limit(schema.minimum), limit(schema.maximum), ""),
    ].join(", ");
  }
  return type ?? "anything";
}

/** Object schemas inside lists and nullable values, each with its path. */
function within(schema: Schema, name: string): readonly (readonly [string, Schema])[] {
  if (schema.type === "array" && schema.items) return within(schema.items, `${name}[]`);
  if (schema.anyOf) return schema.anyOf.filter((one) => !isNull(one)).flatMap((one) => within(one, name));
  if (schema.allOf) return schema.allOf.flatMap((one) => within(one, name));
  return schema.properties ? [[name, schema]] : [];
}

/** All fields of an object, nested ones after their parent; a name that alternatives share appears once. */
export function listFields(schema: Schema, prefix = ""): Field[] {
  const fields = within(schema, prefix).flatMap(([place, { properties = {}, required = [] }]) =>
    Object.entries(properties).flatMap(([key, value]): Field[] => {
      const name = place ? `${place}.${key}` : key;
      return [{ name, typeText: describeType(value), isRequired: required.includes(key) }, ...listFields(value, name)];
    }),
  );
  return [...new Map(fields.toReversed().map((field) => [field.name, field])).values()].toReversed();
}

/** The alternatives of a body, or the body's schema as the only one. */
export const listAlternatives = (schema: Schema): readonly Schema[] =>
  schema.anyOf?.every(({ properties }) => properties) ? schema.anyOf : [schema];
