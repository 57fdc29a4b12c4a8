import { type AuthorizationRequest, evaluate } from "./evaluate.ts";
import type { Statement } from "./policy.ts";

/** A function's role, and the resources that the Lambda service itself accesses with it. */
export interface LambdaServiceCalls {
  trust: readonly Statement[];
  statements: readonly Statement[];
  /** ARNs of the streams and queues that feed the function. */
  sources: readonly string[];
  /** ARNs of the queues for what failed. */
  destinations: readonly string[];
  /** Names of the buckets that keep what failed. */
  buckets: readonly string[];
}

const STREAM = ["DescribeStream", "GetRecords", "GetShardIterator"].map((name) => `dynamodb:${name}`);
const QUEUE = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

const ofStream = (stream: string): AuthorizationRequest[] => [
  ...STREAM.map((action) => ({ action, resource: stream })),
  { action: "dynamodb:ListStreams", resource: "*" },
];

const isAllowed = (statements: readonly Statement[], authorization: AuthorizationRequest) =>
  evaluate({ identity: statements, resource: [] }, authorization, {}).isAllowed;

/**
 * Lambda's error message when CloudFormation creates a function or an event source mapping whose role lacks a
 * permission; undefined if the role has all that Lambda checks.
 */
export function refusalByLambda({
  trust,
  statements,
  sources,
  destinations,
  buckets,
}: LambdaServiceCalls): string | undefined {
  const assume = { action: "sts:AssumeRole", resource: "*" };
  const trusting = trust.map((statement) => ({ ...statement, resources: ["*"] }));
  if (!evaluate({ identity: [], resource: trusting }, assume, {}, "lambda.amazonaws.com").isAllowed) {
    return "The role defined for the function cannot be assumed by Lambda.";
  }
  for (const source of sources) {
    if (source.startsWith("arn:aws:sqs:")) {
      const lacking = QUEUE.find((name) => !isAllowed(statements, { action: `sqs:${name}`, resource: source }));
      if (lacking) return `The function execution role does not have permissions to call ${lacking} on SQS`;
    } else if (!ofStream(source).every((authorization) => isAllowed(statements, authorization))) {
      return (
        `Cannot access stream ${source}. Please ensure the role can perform the GetRecords, GetShardIterator, ` +
        "DescribeStream, and ListStreams Actions on your stream in IAM."
      );
    }
  }
  const isClosed = (bucket: string) =>
    ![
      { action: "s3:PutObject", resource: `arn:aws:s3:::${bucket}/aws/lambda/id` },
      { action: "s3:ListBucket", resource: `arn:aws:s3:::${bucket}` },
    ].every((authorization) => isAllowed(statements, authorization));
  if (buckets.some(isClosed)) return "The function execution role does not have permissions to call PutObject on S3";
  const isRefused = (resource: string) => !isAllowed(statements, { action: "sqs:SendMessage", resource });
  if (!destinations.some(isRefused)) return undefined;
  return "The provided execution role does not have permissions to call SendMessage on SQS";
}

/**
 * Lambda's error message for a mapping of a queue whose visibility timeout is below the function's timeout: the queue
 * could redeliver a message while the function still handles it.
 */
export function refusalOfQueues(
  timeoutSeconds: number,
  queues: readonly { visibilitySeconds: number }[],
): string | undefined {
  const tooShort = queues.find(({ visibilitySeconds }) => visibilitySeconds < timeoutSeconds);
  if (!tooShort) return undefined;
  return (
    `Invalid request provided: Queue visibility timeout: ${tooShort.visibilitySeconds} seconds is less than ` +
    `Function timeout: ${timeoutSeconds} seconds`
  );
}
