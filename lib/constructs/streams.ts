import { CfnOutput, Duration, Size, Stack, Validations } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, MetricType, StartingPosition } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { getPermissions, streamConsumers } from "#lib/bundling/entries.ts";
import { metricOfFunctions } from "./alarms.ts";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";
import { privateBucket } from "./pictures.ts";

/** Retries of a failing record take some minutes; a longer lag means that the function can't keep up. */
const MAX_LAG_MS = Duration.minutes(15).toMilliseconds();

/** Batch size of consumers with filters. */
const FILTERED_BATCH_SIZE = 100;

/**
 * Batch size of consumers without filters, so that a backlog takes few calls and few entries of the search index's log.
 * A batch that times out is split in half and retried.
 */
const FULL_BATCH_SIZE = 500;

/** Consumers of the table's stream: each gets records in order, at least once. */
export class Streams extends Construct {
  readonly consumers: readonly MarketplaceFunction[];
  readonly failedRecords: FailedRecords;

  constructor(scope: Construct, setting: FunctionSetting, table: ITable) {
    super(scope, "Streams");
    this.failedRecords = new FailedRecords(this, setting);
    const mappings: EventSourceMapping[] = [];
    new CfnOutput(Stack.of(this), "UndeliveredRecords", { value: this.failedRecords.bucket.bucketName });
    this.consumers = streamConsumers().map(({ name, patterns }) => {
      const fn = new MarketplaceFunction(this, setting, {
        name,
        timeout: Duration.minutes(1),
        // Room for its copy of the search index, a snapshot and the compressed snapshot.
        storage: getPermissions(name).includes("indexing") ? Size.gibibytes(2) : undefined,
      });
      const mapping = new EventSourceMapping(fn, "Stream", {
        target: fn.lambda,
        eventSourceArn: table.tableStreamArn,
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: patterns.length > 0 ? FILTERED_BATCH_SIZE : FULL_BATCH_SIZE,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        retryAttempts: 10,
        onFailure: { bind: () => ({ destination: this.failedRecords.bucket.bucketArn }) },
        filters: toFilters(patterns),
        metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
      });
      mappings.push(mapping);
      this.failedRecords.allowWriting(fn);
      allowReading(table, fn);
      return fn;
    });
    this.failedRecords.watch(mappings, this.consumers, setting);
    const behind = metricOfFunctions("MAX(IteratorAge)", () => this.consumers);
    setting.alarms.watch(this, "Stream behind", behind, { limit: MAX_LAG_MS });
  }
}

/** Period in which a record that failed every attempt can be redriven. */
const RETENTION = Duration.days(30);

/** Lambda's metrics of a mapping: records sent to the bucket, and records dropped. */
const FAILURE_METRICS = ["OnFailureDestinationDeliveredEventCount", "DroppedEventCount"] as const;

/** Bucket with the full records that failed every attempt; a queue would get only their stream position, valid for 24 hours. */
class FailedRecords extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, { stage }: FunctionSetting) {
    super(scope, "UndeliveredRecords");
    // Records contain names and addresses: deleted and expired ones must not survive as versions.
    this.bucket = privateBucket(this, "Bucket", stage, { versioned: false });
    this.bucket.addLifecycleRule({ expiration: RETENTION });
  }

  /** Fires when one of these mappings gives up a record. */
  watch(
    mappings: readonly EventSourceMapping[],
    consumers: readonly MarketplaceFunction[],
    { alarms }: FunctionSetting,
  ) {
    const counts = [
      ...mappings.flatMap(({ eventSourceMappingId }) =>
        FAILURE_METRICS.map((metricName) => {
          const dimensionsMap = { EventSourceMappingUUID: eventSourceMappingId };
          return new Metric({ namespace: "AWS/Lambda", metricName, dimensionsMap, statistic: "Sum" });
        }),
      ),
      // Records that couldn't be written to the bucket are counted by the function's metric.
      ...consumers.map(({ lambda }) => lambda.metric("DestinationDeliveryFailures", { statistic: "Sum" })),
    ];
    const usingMetrics = Object.fromEntries(counts.map((count, index) => [`m${index}`, count]));
    const expression = Object.keys(usingMetrics)
      .map((id) => `FILL(${id}, 0)`)
      .join(" + ");
    alarms.watch(this, "Undelivered records", new MathExpression({ expression, usingMetrics }));
  }

  /** Lambda writes records with the permissions of the function that failed. */
  allowWriting(fn: MarketplaceFunction) {
    const files = [this.bucket.arnForObjects("aws/lambda/*")];
    fn.allowAny(
      ["s3:PutObject"],
      files,
      "Lambda chooses the keys of failed records; the bucket contains nothing else.",
    );
    fn.allow(["s3:ListBucket"], [this.bucket.bucketArn]);
  }
}

/** Without filters every record passes; AWS rejects an empty list. */
const toFilters = (patterns: readonly object[]) =>
  patterns.length > 0 ? patterns.map((pattern) => ({ pattern: JSON.stringify(pattern) })) : undefined;

function allowReading({ tableStreamArn }: ITable, fn: MarketplaceFunction) {
  const actions = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"];
  fn.allow(actions, tableStreamArn ? [tableStreamArn] : []);
  const reason = "ListStreams can't be limited to one stream; reading records is limited to the stream's ARN.";
  fn.allowAny(["dynamodb:ListStreams"], ["*"], reason);
  Validations.of(fn).acknowledge({ id: "Serverless-LambdaStarPermissions", reason });
}
