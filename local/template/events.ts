import * as z from "zod/mini";
import { functionOfArn, isQueueArn, queueOfArn, tableOfArn } from "./names.ts";
import { BooleanOrText, NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface RuleSpec {
  name: string;
  /** EventBridge pattern; absent on a schedule. */
  pattern?: Record<string, unknown>;
  /** `rate(…)` or `cron(…)`. */
  schedule?: string;
  /** An event that a target may not get ends in its dead-letter queue. */
  targets: { functionName: string; input?: unknown; deadLetterQueue?: string }[];
}

export interface StreamMappingSpec {
  /** The checkpoint's name, stable across restarts. */
  id: string;
  tableName: string;
  streamArn: string;
  functionName: string;
  batchSize: number;
  startsAt: "LATEST" | "TRIM_HORIZON";
  reportsItemFailures: boolean;
  /** BisectBatchOnFunctionError. */
  bisects: boolean;
  /** Retries after the first attempt; Infinity when the template sets -1 or nothing. */
  retries: number;
  /** Keeps, whole, what no attempt could handle. */
  failureBucket?: string;
  filters: Record<string, unknown>[];
}

const RuleProperties = z.object({
  EventPattern: z.optional(z.record(z.string(), z.unknown())),
  ScheduleExpression: z.optional(z.string()),
  State: z.optional(z.string()),
  Targets: z.optional(
    z.array(
      z.object({
        Arn: z.string(),
        Input: z.optional(z.string()),
        DeadLetterConfig: z.optional(z.object({ Arn: z.optional(z.string()) })),
      }),
    ),
  ),
});

const MappingProperties = z.object({
  EventSourceArn: z.optional(z.string()),
  FunctionName: z.string(),
  Enabled: z.optional(BooleanOrText),
  BatchSize: z.optional(NumberOrText),
  StartingPosition: z.optional(z.string()),
  FunctionResponseTypes: z.optional(z.array(z.string())),
  BisectBatchOnFunctionError: z.optional(BooleanOrText),
  MaximumRetryAttempts: z.optional(NumberOrText),
  DestinationConfig: z.optional(z.object({ OnFailure: z.optional(z.object({ Destination: z.string() })) })),
  FilterCriteria: z.optional(z.object({ Filters: z.array(z.object({ Pattern: z.string() })) })),
});

const LAMBDA_ARN = /:lambda:[^:]*:[^:]*:function:/;

/** Enabled rules with their Lambda targets; other targets are left out. */
export const readRules = (resolver: Resolver): RuleSpec[] =>
  resolver.listResources("AWS::Events::Rule").flatMap((resource) => {
    const rule = parseProperties(resource, RuleProperties);
    if (rule.State === "DISABLED") return [];
    return [
      {
        name: resolver.getName(resource.logicalId),
        pattern: rule.EventPattern,
        schedule: rule.ScheduleExpression,
        targets: (rule.Targets ?? [])
          .filter(({ Arn }) => LAMBDA_ARN.test(Arn))
          .map(({ Arn, Input, DeadLetterConfig }) => ({
            functionName: functionOfArn(Arn),
            input: Input === undefined ? undefined : JSON.parse(Input),
            deadLetterQueue: DeadLetterConfig?.Arn && queueOfArn(DeadLetterConfig.Arn),
          })),
      },
    ];
  });

const S3_ARN = "arn:aws:s3:::";

/** A queue would get a note without the records, which nothing of ours reads. */
function bucketOfDestination(id: string, arn: string) {
  if (!arn.startsWith(S3_ARN)) throw new Error(`${id}: the laptop keeps failed records in buckets only`);
  return arn.slice(S3_ARN.length);
}

/** Mappings of DynamoDB streams; SQS mappings are read with their queue, and any other source throws. */
export const readStreamMappings = (resolver: Resolver): StreamMappingSpec[] =>
  resolver.listResources("AWS::Lambda::EventSourceMapping").flatMap((resource) => {
    const mapping = parseProperties(resource, MappingProperties);
    if (mapping.Enabled === false || isQueueArn(mapping.EventSourceArn)) return [];
    const streamArn = mapping.EventSourceArn ?? "";
    const tableName = tableOfArn(streamArn);
    if (!tableName) throw new Error(`${resource.logicalId}: the laptop delivers DynamoDB streams and queues only`);
    const retries = mapping.MaximumRetryAttempts ?? -1;
    const destination = mapping.DestinationConfig?.OnFailure?.Destination;
    return [
      {
        id: resolver.getName(resource.logicalId),
        tableName,
        streamArn,
        functionName: functionOfArn(mapping.FunctionName),
        batchSize: mapping.BatchSize ?? 100,
        startsAt: mapping.StartingPosition === "TRIM_HORIZON" ? "TRIM_HORIZON" : "LATEST",
        reportsItemFailures: mapping.FunctionResponseTypes?.includes("ReportBatchItemFailures") ?? false,
        bisects: mapping.BisectBatchOnFunctionError ?? false,
        retries: retries < 0 ? Number.POSITIVE_INFINITY : retries,
        failureBucket: destination ? bucketOfDestination(resource.logicalId, destination) : undefined,
        filters: (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern)),
      },
    ];
  });
