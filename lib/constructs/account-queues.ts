import { Duration } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { LIFETIMES } from "#shared/limits.ts";
import { DeadLetters } from "./dead-letters.ts";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";

const TIMEOUT = Duration.seconds(10);

/**
 * What is left to do after a call about an account has been answered. Each kind has a queue of its own, so that one that
 * fails holds up neither the other nor the table's stream.
 */
export class AccountQueues extends Construct {
  readonly functions: readonly MarketplaceFunction[];
  private readonly setting: FunctionSetting;
  private readonly mailRequests: Queue;
  private readonly abandonedUsers: Queue;

  constructor(scope: Construct, setting: FunctionSetting) {
    super(scope, "AccountQueues");
    this.setting = setting;
    this.mailRequests = this.queue("MailRequests", "UnansweredMailRequests");
    this.abandonedUsers = this.queue("AbandonedUsers", "UndeletedUsers");
    this.functions = [
      this.consumer("answer-mail-requests", this.mailRequests),
      this.consumer("delete-abandoned-users", this.abandonedUsers),
    ];
  }

  grantMailRequestsTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ MAIL_REQUESTS_URL: this.mailRequests.queueUrl });
    fn.allow(["sqs:SendMessage"], [this.mailRequests.queueArn]);
  }

  grantAbandonedUsersTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ ABANDONED_USERS_URL: this.abandonedUsers.queueUrl });
    fn.allow(["sqs:SendMessage"], [this.abandonedUsers.queueArn]);
  }

  private queue(id: string, deadLetters: string) {
    const { queue } = new DeadLetters(this, deadLetters, this.setting.alarms);
    return new Queue(this, id, {
      visibilityTimeout: Duration.seconds(6 * TIMEOUT.toSeconds()),
      retentionPeriod: Duration.seconds(LIFETIMES.mailRequest),
      deadLetterQueue: { queue, maxReceiveCount: 10 },
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
  }

  private consumer(name: string, queue: Queue) {
    const fn = new MarketplaceFunction(this, this.setting, { name, timeout: TIMEOUT });
    new EventSourceMapping(fn, "Messages", {
      target: fn.lambda,
      eventSourceArn: queue.queueArn,
      batchSize: 10,
      // The providers of mail and identity limit calls a second.
      maxConcurrency: 2,
      reportBatchItemFailures: true,
    });
    fn.allow(["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"], [queue.queueArn]);
    return fn;
  }
}
