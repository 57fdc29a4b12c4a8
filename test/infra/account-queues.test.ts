import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES } from "#lib/stacks/stages.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { collectReferences, functionNamed, listResources } from "./support/template.ts";

describe.each(STAGES)("stage %s", (stage) => {
  let template: Template;

  beforeAll(async () => {
    ({ template } = await getStack(stage));
  });

  test.each([
    ["answer-mail-requests", 10],
    ["delete-abandoned-users", 10],
    ["process-follow-pages", 10],
    ["export-personal-data", 3],
    ["invalidate-edge", 30],
  ])("delivers each message to %s %i times, then to a dead-letter queue", (name, maxReceiveCount) => {
    const { id, properties } = functionNamed(template, name);
    const mappings = listResources(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => Properties);
    const mapping = mappings.find(({ FunctionName }) => collectReferences(FunctionName).includes(id));
    const queues = Object.fromEntries(listResources(template, "AWS::SQS::Queue"));
    const [queueId = ""] = collectReferences(mapping?.EventSourceArn);
    expect(mapping).toMatchObject({ FunctionResponseTypes: ["ReportBatchItemFailures"] });
    expect(queues[queueId]?.Properties).toMatchObject({
      RedrivePolicy: { maxReceiveCount },
      SqsManagedSseEnabled: true,
    });
    expect(queues[queueId]?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Number(properties.Timeout));
  });
});
