import { describe, expect, test } from "vitest";
import { parseStatements } from "#local/access/policy.ts";
import { refusalByLambda, refusalOfQueues } from "#local/access/required-by-lambda.ts";
import { startCloud } from "#local/cloud.ts";
import { distribution, httpApi, lambdaFunction, roleFor, writeAssembly } from "../support/stack.ts";

const STREAM = "arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/1";
const QUEUE = "arn:aws:sqs:us-east-1:000000000000:jobs";
const LETTERS = "arn:aws:sqs:us-east-1:000000000000:letters";

const allow = (Action: string | string[], Resource: string) => ({ Effect: "Allow", Action, Resource });
const READ_STREAM = ["DescribeStream", "GetRecords", "GetShardIterator"].map((name) => `dynamodb:${name}`);
const READ_QUEUE = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].map((name) => `sqs:${name}`);
const ALL = [
  allow(READ_STREAM, STREAM),
  allow("dynamodb:ListStreams", "*"),
  allow(READ_QUEUE, QUEUE),
  allow("sqs:SendMessage", LETTERS),
  allow("s3:PutObject", "arn:aws:s3:::kept/aws/lambda/*"),
  allow("s3:ListBucket", "arn:aws:s3:::kept"),
];

/** Lambda's error message for a role with only these statements. */
const findRefusal = (Statement: object[], Service = "lambda.amazonaws.com") =>
  refusalByLambda({
    trust: parseStatements("Trust", {
      Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service } }],
    }),
    statements: parseStatements("Policy", { Statement }),
    sources: [STREAM, QUEUE],
    destinations: [LETTERS],
    buckets: ["kept"],
  });

describe("Lambda accepts a queue", () => {
  test("whose visibility timeout is at least the function's timeout", () => {
    expect(refusalOfQueues(30, [{ visibilitySeconds: 30 }])).toBeUndefined();
    expect(refusalOfQueues(31, [{ visibilitySeconds: 600 }, { visibilitySeconds: 30 }])).toBe(
      "Invalid request provided: Queue visibility timeout: 30 seconds is less than Function timeout: 31 seconds",
    );
  });
});

describe("Lambda accepts a role", () => {
  test("that may read every source and write failed batches", () => {
    expect(findRefusal(ALL)).toBeUndefined();
  });

  test("only if the service may assume it", () => {
    expect(findRefusal(ALL, "edgelambda.amazonaws.com")).toBe(
      "The role defined for the function cannot be assumed by Lambda.",
    );
  });

  const without = (action: string) =>
    ALL.map((statement) => ({ ...statement, Action: [statement.Action].flat().filter((name) => name !== action) }));

  test.each(["s3:PutObject", "s3:ListBucket"])("for a bucket of failed batches only with %s", (action) => {
    expect(findRefusal(without(action))).toBe(
      "The function execution role does not have permissions to call PutObject on S3",
    );
  });

  test.each([...READ_STREAM, "dynamodb:ListStreams"])("for a stream only with %s", (action) => {
    expect(findRefusal(without(action))).toMatch(/^Cannot access stream .*GetRecords, GetShardIterator/);
  });

  test.each(READ_QUEUE)("for a queue only with %s", (action) => {
    expect(findRefusal(without(action))).toBe(
      `The function execution role does not have permissions to call ${action.slice(4)} on SQS`,
    );
  });

  test("with a dead-letter queue only with sqs:SendMessage", () => {
    expect(findRefusal(without("sqs:SendMessage"))).toBe(
      "The provided execution role does not have permissions to call SendMessage on SQS",
    );
  });
});

/** Starts a stack whose function reads a queue with these rights and these of the queue's properties. */
const startWith = (actions: string[], Properties: Record<string, unknown> = {}) =>
  startCloud({
    cdkOut: writeAssembly({
      assets: { fn: { "index.cjs": "exports.handler = async () => {}" } },
      resources: {
        Worker: lambdaFunction("fn", { Role: { "Fn::GetAtt": ["WorkerRole", "Arn"] }, Timeout: 10 }),
        ...roleFor("WorkerRole", [{ Action: actions, Resource: { "Fn::GetAtt": ["Jobs", "Arn"] } }]),
        Jobs: { Type: "AWS::SQS::Queue", Properties },
        Mapping: {
          Type: "AWS::Lambda::EventSourceMapping",
          Properties: { EventSourceArn: { "Fn::GetAtt": ["Jobs", "Arn"] }, FunctionName: { Ref: "Worker" } },
        },
        Bucket: { Type: "AWS::S3::Bucket" },
        ...httpApi("Worker", ["GET /api/none"]),
        Site: distribution("Bucket"),
      },
    }),
  });

test("a stack with a function that may not read its queue isn't deployed", async () => {
  await expect(startWith(["sqs:ReceiveMessage"])).rejects.toThrow(
    "Test-Worker CREATE_FAILED: The function execution role does not have permissions to call DeleteMessage on SQS",
  );
});

test("a stack with a function whose timeout exceeds its queue's visibility timeout isn't deployed", async () => {
  await expect(startWith(READ_QUEUE, { VisibilityTimeout: 9 })).rejects.toThrow(
    "Test-Worker CREATE_FAILED: Invalid request provided: Queue visibility timeout: 9 seconds is less than Function timeout: 10 seconds",
  );
});
