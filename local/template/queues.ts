import * as z from "zod/mini";
import { functionOfArn, isQueueArn, queueOfArn } from "./names.ts";
import { BooleanOrText, NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface QueueSpec {
  name: string;
  arn: string;
  /** Default delay of a message. */
  delaySeconds: number;
  /** For how long a message that was received is hidden. */
  visibilitySeconds: number;
  /** maxReceiveCount; Infinity without a dead-letter queue. */
  attempts: number;
  deadLetterQueue?: string;
  /** The consuming function; a dead-letter queue has none. */
  consumer?: string;
  reportsItemFailures: boolean;
  /** The most messages of one call. */
  batchSize: number;
}

const QueueProperties = z.object({
  DelaySeconds: z.optional(NumberOrText),
  VisibilityTimeout: z.optional(NumberOrText),
  RedrivePolicy: z.optional(z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: NumberOrText })),
});
const MappingProperties = z.object({
  EventSourceArn: z.optional(z.string()),
  FunctionName: z.string(),
  Enabled: z.optional(BooleanOrText),
  BatchSize: z.optional(NumberOrText),
  FunctionResponseTypes: z.optional(z.array(z.string())),
});

/** Every queue with its consumer. */
export function readQueues(resolver: Resolver): QueueSpec[] {
  const mappings = resolver
    .listResources("AWS::Lambda::EventSourceMapping")
    .map((resource) => parseProperties(resource, MappingProperties))
    .filter(({ EventSourceArn, Enabled }) => Enabled !== false && isQueueArn(EventSourceArn));
  return resolver.listResources("AWS::SQS::Queue").map((resource) => {
    const { DelaySeconds, VisibilityTimeout, RedrivePolicy } = parseProperties(resource, QueueProperties);
    const name = resolver.getName(resource.logicalId);
    const mapping = mappings.find(({ EventSourceArn }) => queueOfArn(EventSourceArn ?? "") === name);
    return {
      name,
      arn: String(resolver.resolve({ "Fn::GetAtt": [resource.logicalId, "Arn"] })),
      delaySeconds: DelaySeconds ?? 0,
      visibilitySeconds: VisibilityTimeout ?? 30,
      attempts: RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY,
      deadLetterQueue: RedrivePolicy && queueOfArn(RedrivePolicy.deadLetterTargetArn),
      consumer: mapping && functionOfArn(mapping.FunctionName),
      reportsItemFailures: mapping?.FunctionResponseTypes?.includes("ReportBatchItemFailures") ?? false,
      batchSize: mapping?.BatchSize ?? 10,
    };
  });
}
