import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";

/** Keeps events that no attempt could handle, for two weeks, and rings as soon as there is one. */
export class DeadLetters extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, alarms: Alarms) {
    super(scope, id);
    this.queue = new Queue(this, "Queue", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    alarms.watch(
      this,
      "Waiting",
      this.queue.metricApproximateNumberOfMessagesVisible(),
      `${id} holds undelivered events`,
    );
  }
}
