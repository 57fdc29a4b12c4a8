import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES } from "#lib/stacks/stages.ts";
import { stackOf } from "./support/stack-of.ts";
import { functionNamed, referencesIn, resourcesOf } from "./support/template.ts";

describe.each(STAGES)("stage %s", (stage) => {
  let template: Template;

  beforeAll(async () => {
    ({ template } = await stackOf(stage));
  });

  test.each([
    ["answer-mail-requests", 10],
    ["delete-abandoned-users", 10],
    ["process-follow-pages", 10],
    ["export-personal-data", 3],
    ["invalidate-edge", 30],
  ])("hands %s each message %i times, and keeps what it couldn't handle", (name, maxReceiveCount) => {
    const { id, properties } = functionNamed(template, name);
    const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => Properties);
    const mapping = mappings.find(({ FunctionName }) => referencesIn(FunctionName).includes(id));
    const queues = Object.fromEntries(resourcesOf(template, "AWS::SQS::Queue"));
    const [queueId = ""] = referencesIn(mapping?.EventSourceArn);
    expect(mapping).toMatchObject({ FunctionResponseTypes: ["ReportBatchItemFailures"] });
    expect(queues[queueId]?.Properties).toMatchObject({
      RedrivePolicy: { maxReceiveCount },
      SqsManagedSseEnabled: true,
    });
    expect(queues[queueId]?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Number(properties.Timeout));
  });
});
