import * as z from "zod/mini";
import { BooleanOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) }));
const Index = z.object({
  IndexName: z.string(),
  KeySchema,
  Projection: z.object({ ProjectionType: z.optional(z.string()), NonKeyAttributes: z.optional(z.array(z.string())) }),
});

const TableProperties = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) })),
  KeySchema,
  GlobalSecondaryIndexes: z.optional(z.array(Index)),
  LocalSecondaryIndexes: z.optional(z.array(Index)),
  StreamSpecification: z.optional(z.object({ StreamViewType: z.string() })),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.optional(z.string()), Enabled: BooleanOrText })),
});

export type TableSpec = z.infer<typeof TableProperties> & { name: string };

export const readTables = (resolver: Resolver): TableSpec[] =>
  resolver
    .listResources("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable")
    .map((resource) => ({ name: resolver.getName(resource.logicalId), ...parseProperties(resource, TableProperties) }));
