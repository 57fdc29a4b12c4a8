import { Duration, Validations } from "aws-cdk-lib";
import type { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";

/**
 * Dead-letter queue with an alarm. The two weeks count from when a message was first queued, in whichever queue
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/setting-up-dead-letter-queue-retention.html).
 */
export class DeadLetters extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, "Queue", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.queue).acknowledge({
      id: "Serverless-SQSRedrivePolicy",
      reason: "This is a dead-letter queue; an alarm fires on its messages, and operators redrive them.",
    });
  }
}

/** Acknowledges the check for dead letters of a queue's consumer. */
export const acknowledgeQueue = (mapping: EventSourceMapping) =>
  Validations.of(mapping).acknowledge({
    id: "Serverless-LambdaEventSourceMappingDestination",
    reason: "Lambda supports no destination for an SQS mapping; the queue's redrive policy moves failed messages.",
  });
