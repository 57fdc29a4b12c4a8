import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { UPLOAD_FOLDER } from "#lib/constructs/folders.ts";
import { acknowledgeQueue, DeadLetters } from "./dead-letters.ts";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";
import type { Pictures } from "./pictures.ts";

/** How long invalidations are collected into one call of CloudFront. */
const BATCHING_WINDOW = Duration.seconds(20);

const INVALIDATION_TIMEOUT = Duration.seconds(10);

/** Upload processing: one function verifies a file and generates its previews. */
export class Media extends Construct {
  readonly processUpload: MarketplaceFunction;
  readonly invalidateEdge: MarketplaceFunction;
  /** Dead letters: uploads that failed every attempt. */
  readonly undelivered: Queue;
  readonly invalidations: Queue;

  constructor(scope: Construct, setting: FunctionSetting, pictures: Pictures) {
    super(scope, "Media");
    const uploads = new DeadLetters(this, "UndeliveredUploads").queue;
    this.undelivered = uploads;
    this.processUpload = new MarketplaceFunction(this, setting, {
      name: "process-upload",
      memory: 3008,
      timeout: Duration.minutes(2),
      deadLetters: uploads,
    });
    new Rule(this, "Uploaded", {
      eventPattern: {
        source: ["aws.s3"],
        detailType: ["Object Created"],
        detail: {
          bucket: { name: [pictures.originals.bucketName] },
          object: { key: [{ prefix: `${UPLOAD_FOLDER}/` }] },
        },
      },
      targets: [
        new LambdaFunction(this.processUpload.lambda, {
          deadLetterQueue: uploads,
          retryAttempts: 8,
          maxEventAge: Duration.hours(2),
        }),
      ],
    });
    this.addOutputs(uploads);
    const { queue } = new DeadLetters(this, "UndeliveredInvalidations");
    this.invalidations = new Queue(this, "Invalidations", {
      visibilityTimeout: Duration.seconds(6 * INVALIDATION_TIMEOUT.toSeconds() + BATCHING_WINDOW.toSeconds()),
      retentionPeriod: Duration.days(4),
      // CloudFront limits concurrent invalidations and refuses more until one is done.
      deadLetterQueue: { queue, maxReceiveCount: 30 },
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    this.invalidateEdge = new MarketplaceFunction(this, setting, {
      name: "invalidate-edge",
      timeout: INVALIDATION_TIMEOUT,
    });
    const mapping = new EventSourceMapping(this.invalidateEdge, "Invalidations", {
      target: this.invalidateEdge.lambda,
      eventSourceArn: this.invalidations.queueArn,
      batchSize: 100,
      reportBatchItemFailures: true,
      maxBatchingWindow: BATCHING_WINDOW,
      maxConcurrency: 2,
    });
    acknowledgeQueue(mapping);
    const reading = ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"];
    this.invalidateEdge.allow(reading, [this.invalidations.queueArn]);
  }

  grantInvalidatingTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ INVALIDATIONS_URL: this.invalidations.queueUrl });
    fn.allow(["sqs:SendMessage"], [this.invalidations.queueArn]);
  }

  /** Stack outputs for redriving undelivered uploads (docs/operations.md). */
  private addOutputs(uploads: Queue) {
    new CfnOutput(Stack.of(this), "UndeliveredUploads", { value: uploads.queueUrl });
    new CfnOutput(Stack.of(this), "ProcessUpload", { value: this.processUpload.lambda.functionName });
  }

  /** Lets a function request or withdraw previews. */
  grantWatermarkingTo(fn: MarketplaceFunction) {
    const { functionName, functionArn } = this.processUpload.lambda;
    fn.setEnvironment({ MEDIA_FUNCTION_NAME: functionName });
    fn.allow(["lambda:InvokeFunction"], [functionArn]);
  }
}
