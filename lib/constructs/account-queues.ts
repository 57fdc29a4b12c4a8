import { Duration } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { acknowledgeQueue, DeadLetters } from "./dead-letters.ts";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";

const TIMEOUT = Duration.seconds(10);

/** A page of followers takes some seconds, and may wait for a table that throttles. */
const PAGE_TIMEOUT = Duration.minutes(1);

/** Lambda's maximum: four gigabytes at ten megabytes a second take half of it. */
const EXPORT_TIMEOUT = Duration.minutes(15);

interface QueueOptions {
  readonly timeout?: Duration;
  readonly retention?: Duration;
  /** Delay before the first attempt and between attempts. */
  readonly pause?: Duration;
  readonly attempts?: number;
}

/**
 * Deferred work on accounts. Each kind has its own queue, so that a failing one blocks neither the others nor the table's
 * stream.
 */
export class AccountQueues extends Construct {
  readonly functions: readonly MarketplaceFunction[];
  private readonly setting: FunctionSetting;
  private readonly mailRequests: Queue;
  private readonly abandonedUsers: Queue;
  private readonly followPages: Queue;
  private readonly dataExports: Queue;
  private readonly deferredMails: Queue;

  constructor(scope: Construct, setting: FunctionSetting) {
    super(scope, "AccountQueues");
    this.setting = setting;
    this.mailRequests = this.queue("MailRequests", "UnansweredMailRequests");
    this.abandonedUsers = this.queue("AbandonedUsers", "UndeletedUsers");
    this.followPages = this.queue("FollowPages", "UnprocessedFollowPages", {
      timeout: PAGE_TIMEOUT,
    });
    this.dataExports = this.queue("DataExports", "UnmadeExports", {
      timeout: EXPORT_TIMEOUT,
      attempts: LIMITS.dataExport.attempts,
    });
    const mailing = this.consumer("answer-mail-requests", this.mailRequests);
    this.deferredMails = this.queue("DeferredMails", "UnsentMails", {
      retention: Duration.days(14),
      // The attempts cover three and a half days, in which operators can get SES to lift its pause.
      pause: Duration.minutes(5),
      attempts: 1000,
    });
    // One at a time, so that a duplicate finds its mail already sent.
    this.consume("Deferred", mailing, this.deferredMails, 1);
    this.functions = [
      mailing,
      this.consumer("delete-abandoned-users", this.abandonedUsers),
      // One page at a time, so that the stream's consumers keep up with its writes.
      this.consumer("process-follow-pages", this.followPages, { timeout: PAGE_TIMEOUT, batchSize: 1 }),
      this.consumer("export-personal-data", this.dataExports, { timeout: EXPORT_TIMEOUT, batchSize: 1 }),
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

  grantFollowPagesTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ FOLLOW_PAGES_URL: this.followPages.queueUrl });
    fn.allow(["sqs:SendMessage"], [this.followPages.queueArn]);
  }

  grantDataExportsTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ DATA_EXPORTS_URL: this.dataExports.queueUrl });
    fn.allow(["sqs:SendMessage"], [this.dataExports.queueArn]);
  }

  grantDeferredMailsTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ DEFERRED_MAILS_URL: this.deferredMails.queueUrl });
    fn.allow(["sqs:SendMessage"], [this.deferredMails.queueArn]);
  }

  private queue(id: string, deadLetters: string, options: QueueOptions = {}) {
    const { timeout = TIMEOUT, retention = Duration.seconds(LIFETIMES.mailRequest), pause, attempts = 10 } = options;
    const { queue } = new DeadLetters(this, deadLetters);
    return new Queue(this, id, {
      deliveryDelay: pause,
      visibilityTimeout: pause ?? Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: retention,
      deadLetterQueue: { queue, maxReceiveCount: attempts },
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
  }

  private consumer(name: string, queue: Queue, { timeout = TIMEOUT, batchSize = 10 } = {}) {
    const fn = new MarketplaceFunction(this, this.setting, { name, timeout });
    this.consume("Messages", fn, queue, batchSize);
    return fn;
  }

  private consume(id: string, fn: MarketplaceFunction, queue: Queue, batchSize = 10) {
    const mapping = new EventSourceMapping(fn, id, {
      target: fn.lambda,
      eventSourceArn: queue.queueArn,
      batchSize,
      // SES and Cognito limit calls per second.
      maxConcurrency: 2,
      reportBatchItemFailures: true,
    });
    acknowledgeQueue(mapping);
    fn.allow(["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"], [queue.queueArn]);
  }
}
