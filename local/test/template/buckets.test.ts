import { expect, test } from "vitest";
import { readAssembly } from "#local/template/assembly.ts";
import { readBuckets } from "#local/template/buckets.ts";
import { createResolver } from "#local/template/resolve.ts";
import { writeAssembly } from "../support/stack.ts";

const bucketsWith = (NotificationConfiguration: object) => {
  const resources = { Bucket: { Type: "AWS::S3::Bucket", Properties: { NotificationConfiguration } } };
  const hosts = { site: "localhost:1", s3: "localhost:2", providerUrl: () => "" };
  return readBuckets(createResolver(readAssembly(writeAssembly({ resources })), hosts));
};

test("a bucket sends object events to EventBridge", () => {
  expect(bucketsWith({ EventBridgeConfiguration: { EventBridgeEnabled: true } })).toMatchObject([
    { sendsEvents: true },
  ]);
  expect(bucketsWith({})).toMatchObject([{ sendsEvents: false }]);
});

test("a bucket with its own function notifications is refused", () => {
  const direct = { LambdaConfigurations: [{ Event: "s3:ObjectCreated:*", Function: "arn" }] };
  expect(() => bucketsWith(direct)).toThrow(
    "The laptop can't read Bucket (AWS::S3::Bucket): NotificationConfiguration",
  );
});
