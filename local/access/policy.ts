import * as z from "zod/mini";
import { type Condition, requireSupported } from "./conditions.ts";

export interface Statement {
  /** Logical id of the policy in the template. */
  policy: string;
  effect: "Allow" | "Deny";
  actions: readonly string[];
  /** Empty in a role's trust policy. */
  resources: readonly string[];
  /** Services, or `*` for everyone; empty in a role's own policies. */
  principals: readonly string[];
  conditions: readonly Condition[];
}

const OneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Values = z.pipe(
  z.union([Scalar, z.array(Scalar)]),
  z.transform((value) => [value].flat().map(String)),
);

/** Strict, so that an unsupported element (`NotAction`, `NotPrincipal`) fails the start. */
const StatementSchema = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(["Allow", "Deny"]),
  Action: OneOrMore,
  Resource: z.optional(OneOrMore),
  Principal: z.optional(
    z.union([z.literal("*"), z.strictObject({ AWS: z.literal("*") }), z.strictObject({ Service: OneOrMore })]),
  ),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), Values))),
});

export const PolicyDocument = z.object({
  Version: z.optional(z.string()),
  Statement: z.array(z.unknown()),
});

function listPrincipals(principal: z.output<typeof StatementSchema>["Principal"]): string[] {
  if (principal === undefined) return [];
  return typeof principal === "string" || "AWS" in principal ? ["*"] : principal.Service;
}

/** The statements of a resolved policy. Throws for unsupported elements. */
export function parseStatements(policy: string, document: z.output<typeof PolicyDocument>): Statement[] {
  return document.Statement.map((statement) => {
    const parsed = z.safeParse(StatementSchema, statement);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.join(".") || "a statement";
      throw new Error(
        `The laptop doesn't support ${policy}: ${where}: ${issue?.message} in ${JSON.stringify(statement)}`,
      );
    }
    const { Effect, Action, Resource = [], Principal, Condition = {} } = parsed.data;
    const variable = Resource.find((resource) => resource.includes("${"));
    if (variable) throw new Error(`The laptop doesn't support ${policy}: ${variable} holds a policy variable`);
    const malformed = Resource.find((resource) => resource !== "*" && !/^arn:([^:]*:){4}./.test(resource));
    if (malformed) throw new Error(`${policy}: the resource ${malformed} is neither an ARN nor *`);
    const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => ({ operator, key: key.toLowerCase(), values })),
    );
    conditions.forEach(requireSupported);
    return {
      policy,
      effect: Effect,
      actions: Action,
      resources: Resource,
      principals: listPrincipals(Principal),
      conditions,
    };
  });
}
