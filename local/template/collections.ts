import * as z from "zod/mini";
import { parseProperties } from "./read.ts";
import type { ResolvedResource, Resolver } from "./resolve.ts";

const Name = z.string().check(z.regex(/^[a-z][a-z\d-]{2,31}$/));
const CollectionPattern = z.string().check(z.regex(/^collection\/([a-z][\w-]{2,63}\*?|\*)$/));
const IndexPattern = z.string().check(z.regex(/^index\/([a-z][\w-]{2,63}\*?|\*)\/.+$/));

const CollectionRule = z.strictObject({
  ResourceType: z.literal("collection"),
  Resource: z.array(CollectionPattern),
});

/** A document that a template holds as text. */
const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => JSON.parse(text)),
    ),
    schema,
  );

const permissions = (...what: readonly string[]) => z.array(z.enum(what.map((permission) => `aoss:${permission}`)));

const ITEM_PERMISSIONS = ["Create", "Delete", "Describe", "Update"].map((verb) => `${verb}CollectionItems`);
const INDEX_PERMISSIONS = [
  ...["Create", "Delete", "Describe", "Update"].map((verb) => `${verb}Index`),
  ...["ReadDocument", "WriteDocument"],
];

/** Documents by the kind of policy, as AWS's API refuses them otherwise. */
const POLICIES: Readonly<Record<string, z.ZodMiniType>> = {
  encryption: z.strictObject({ Rules: z.array(CollectionRule), AWSOwnedKey: z.literal(true) }),
  network: z.array(z.strictObject({ Rules: z.array(CollectionRule), AllowFromPublic: z.literal(true) })),
  data: z.array(
    z.strictObject({
      Principal: z.array(z.string().check(z.regex(/^arn:aws:iam::\d{12}:(role|user)\//))).check(z.minLength(1)),
      Rules: z.array(
        z.union([
          z.extend(CollectionRule, { Permission: permissions(...ITEM_PERMISSIONS) }),
          z.strictObject({
            ResourceType: z.literal("index"),
            Resource: z.array(IndexPattern),
            Permission: permissions(...INDEX_PERMISSIONS),
          }),
        ]),
      ),
    }),
  ),
};

const PolicyProperties = z.object({ Name, Type: z.enum(["encryption", "network", "data"]), Policy: z.string() });
const GroupProperties = z.object({
  Name,
  Generation: z.optional(z.literal("NEXTGEN")),
  StandbyReplicas: z.literal("ENABLED"),
});
const CollectionProperties = z.object({ Name, Type: z.literal("SEARCH"), CollectionGroupName: z.optional(Name) });

function readPolicy(resource: ResolvedResource) {
  const { Type } = parseProperties(resource, PolicyProperties);
  return { type: Type, ...parseProperties(resource, z.object({ Policy: json(POLICIES[Type] ?? z.unknown()) })) };
}

const covers = (pattern: string, name: string) =>
  pattern.endsWith("*") ? `collection/${name}`.startsWith(pattern.slice(0, -1)) : pattern === `collection/${name}`;

/**
 * Checks collections of OpenSearch Serverless with their groups and policies. The laptop has no stand-in: a node that the
 * developer starts is every collection, and lets everybody in. Throws for what AWS would refuse or nobody could reach.
 */
export function requireCollections(resolver: Resolver, endpoint: string | undefined) {
  const collections = resolver.listResources("AWS::OpenSearchServerless::Collection");
  const groups = resolver
    .listResources("AWS::OpenSearchServerless::CollectionGroup")
    .map((resource) => parseProperties(resource, GroupProperties).Name);
  const policies = resolver
    .listResources("AWS::OpenSearchServerless::SecurityPolicy", "AWS::OpenSearchServerless::AccessPolicy")
    .map(readPolicy);
  for (const resource of collections) {
    const { Name: name, CollectionGroupName: group } = parseProperties(resource, CollectionProperties);
    const fail = (reason: string) => new Error(`${resource.logicalId} CREATE_FAILED: ${reason}`);
    if (group !== undefined && !groups.includes(group)) throw fail(`there is no collection group ${group}`);
    for (const type of ["encryption", "network", "data"]) {
      const patterns = policies
        .filter((policy) => policy.type === type)
        .flatMap(({ Policy }) => collectPatterns(Policy));
      if (!patterns.some((pattern) => covers(pattern, name))) throw fail(`no ${type} policy names collection/${name}`);
    }
    if (!endpoint) throw new Error("The stack has a collection of OpenSearch: name a node's address as OPENSEARCH_URL");
  }
}

/** The collections that a policy names, those of its indexes included. */
function collectPatterns(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/^index\/([^/]+)\/.*$/, "collection/$1")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectPatterns) : [];
}
