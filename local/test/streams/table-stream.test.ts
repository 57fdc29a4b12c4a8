import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GetObjectCommand, ListBucketsCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Cloud, startCloud } from "#local/cloud.ts";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { callDynamoDb } from "#local/provision/dynamodb-call.ts";
import { distribution, httpApi, lambdaFunction, writeAssembly } from "../support/stack.ts";

describe("a table's stream", () => {
  /** Logs what it gets; a flaky item works the third time, another never does. */
  const CONSUMER = `const seen = new Map();
    exports.handler = async ({ Records }) => {
      const batchItemFailures = [];
      for (const record of Records) {
        const key = record.dynamodb.Keys.pk.S;
        const times = (seen.get(key) ?? 0) + 1;
        seen.set(key, times);
        if (key.startsWith("never") || (key.startsWith("flaky") && times < 3)) {
          batchItemFailures.push({ itemIdentifier: record.dynamodb.SequenceNumber });
          break;
        }
        console.log("consumed " + key);
      }
      return { batchItemFailures };
    };`;
  const stack = () =>
    writeAssembly({
      assets: { consumer: { "index.cjs": CONSUMER }, site: { "index.html": "" } },
      resources: {
        Table: {
          Type: "AWS::DynamoDB::GlobalTable",
          Properties: {
            AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
            KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
            StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
          },
        },
        Consumer: lambdaFunction("consumer"),
        Letters: { Type: "AWS::S3::Bucket" },
        Mapping: {
          Type: "AWS::Lambda::EventSourceMapping",
          Properties: {
            EventSourceArn: { "Fn::GetAtt": ["Table", "StreamArn"] },
            FunctionName: { Ref: "Consumer" },
            StartingPosition: "LATEST",
            FunctionResponseTypes: ["ReportBatchItemFailures"],
            MaximumRetryAttempts: 3,
            DestinationConfig: { OnFailure: { Destination: { "Fn::GetAtt": ["Letters", "Arn"] } } },
          },
        },
        Bucket: { Type: "AWS::S3::Bucket" },
        ...httpApi("Consumer", ["GET /api/none"]),
        Site: distribution("Bucket"),
      },
    });
  const put = (cloud: Cloud, pk: string) =>
    callDynamoDb(cloud.serviceUrls.dynamoDb, "tables", "PutItem", { TableName: "Test-Table", Item: { pk: { S: pk } } });
  const consumed = (cloud: Cloud) => cloud.logs.find("consumed").map(({ text }) => text.replace("consumed ", ""));
  async function until(condition: () => boolean) {
    while (!condition()) await sleep(20);
  }

  test("reaches its function in order, despite failures and across a restart", async () => {
    const home = mkdtempSync(join(tmpdir(), "laptop-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const cdkOut = stack();
    const first = await startCloud({ cdkOut, home });
    for (const key of ["one", "flaky", "two", "never"]) await put(first, key);
    const s3 = new S3Client({ endpoint: first.serviceUrls.s3, region: "us-east-1", credentials: LOCAL_CREDENTIALS });
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    const letters = Buckets.find(({ Name }) => Name?.includes("letters"))?.Name;
    const kept = async () => (await s3.send(new ListObjectsV2Command({ Bucket: letters }))).Contents ?? [];
    while ((await kept()).length === 0) await sleep(50);
    const [{ Key } = {}] = await kept();
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: letters, Key }));
    expect(JSON.parse((await Body?.transformToString()) ?? "").payload).toContain('"never"');
    await put(first, "three");
    await until(() => consumed(first).includes("three"));
    expect(consumed(first)).toEqual(["one", "flaky", "two", "three"]);
    await first.stop();

    const second = await startCloud({ cdkOut, home });
    onTestFinished(second.stop);
    await put(second, "four");
    await until(() => consumed(second).includes("four"));
    expect(consumed(second)).toEqual(["four"]);
  });
});
