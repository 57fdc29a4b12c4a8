import * as z from "zod/mini";
import type { ResolvedResource } from "./resolve.ts";

/** Parses a resource's properties; throws an error with the resource's name when they don't match the schema. */
export function parseProperties<S extends z.ZodMiniType>(resource: ResolvedResource, schema: S): z.output<S> {
  const parsed = z.safeParse(schema, resource.properties);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `The laptop can't read ${resource.logicalId} (${resource.type}): ${issue?.path.join(".")} ${issue?.message}`,
  );
}

/** CloudFormation accepts numbers and booleans written as strings. */
export const NumberOrText = z.pipe(z.union([z.number(), z.string()]), z.transform(Number));
export const BooleanOrText = z.pipe(
  z.union([z.boolean(), z.string()]),
  z.transform((value) => value === true || value === "true"),
);
