import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { stackOf } from "./support/stack-of.ts";
import { resourcesOf } from "./support/template.ts";

const account = "111122223333";
const values = { environment: { account, region: "eu-central-1" }, alarmMail: "ops@ochre.example" };

const alarmNamed = (template: Template, name: string) => {
  const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);
  return alarms.find(({ AlarmName }) => AlarmName === name);
};

describe("what watches the edge", () => {
  test("is in the one region that has CloudFront's metrics, after the stack whose distribution it watches", async () => {
    const { app, stack } = await stackOf("dev", values);
    const edge = app.synth().getStackByName("ochre-dev-edge");
    expect(edge.environment).toMatchObject({ account, region: "us-east-1" });
    expect(edge.dependencies.map(({ id }) => id)).toContain(stack.artifactId);
  });

  test("rings for errors of the distribution that the stage's own stack names, in whatever region", async () => {
    const { part, template } = await stackOf("dev", values);
    const output = { StackName: "ochre-dev", OutputName: "DistributionId", Region: "eu-central-1" };
    expect(alarmNamed(part("edge"), "ochre-dev edge-answers-5xx")).toMatchObject({
      Namespace: "AWS/CloudFront",
      MetricName: "5xxErrorRate",
      Threshold: 5,
      Dimensions: expect.arrayContaining([
        { Name: "DistributionId", Value: { "Fn::GetStackOutput": output } },
        { Name: "Region", Value: "Global" },
      ]),
    });
    expect(Object.keys(template.toJSON().Outputs)).toContain(output.OutputName);
    expect(alarmNamed(template, "ochre-dev edge-answers-5xx")).toBeUndefined();
  });

  test("rings when the firewall refuses many, where there is one", async () => {
    const [staging, dev] = await Promise.all([stackOf("staging", values), stackOf("dev", values)]);
    const [acl] = resourcesOf(staging.part("firewall"), "AWS::WAFv2::WebACL").map(([, { Properties }]) => Properties);
    const { MetricName } = (acl?.VisibilityConfig ?? {}) as { MetricName?: string };
    expect(MetricName).toBeTruthy();
    const alarm = alarmNamed(staging.part("edge"), "ochre-staging firewall-refuses-many");
    expect(alarm).toMatchObject({ Namespace: "AWS/WAFV2", MetricName: "BlockedRequests", Statistic: "Sum" });
    // Of a firewall of CloudFront's no metric has the dimension Region.
    expect(alarm?.Dimensions).toEqual([
      { Name: "Rule", Value: "ALL" },
      { Name: "WebACL", Value: MetricName },
    ]);
    expect(alarmNamed(dev.part("edge"), "ochre-dev firewall-refuses-many")).toBeUndefined();
  });
});

describe("a budget", () => {
  const budgetsOf = async (more: object) => {
    const { part } = await stackOf("dev", { ...values, ...more });
    return resourcesOf(part("edge"), "AWS::Budgets::Budget").map(([, { Properties }]) => Properties);
  };

  test("tells the alarms' address of what was spent and of what will be", async () => {
    const subscribers = [{ SubscriptionType: "EMAIL", Address: values.alarmMail }];
    const told = (NotificationType: string, Threshold: number) => ({
      Notification: { NotificationType, Threshold, ThresholdType: "PERCENTAGE", ComparisonOperator: "GREATER_THAN" },
      Subscribers: subscribers,
    });
    expect(await budgetsOf({ monthlyBudget: 300 })).toEqual([
      {
        Budget: { BudgetType: "COST", TimeUnit: "MONTHLY", BudgetLimit: { Amount: 300, Unit: "USD" } },
        NotificationsWithSubscribers: [told("ACTUAL", 80), told("FORECASTED", 100)],
      },
    ]);
  });

  test("is made only where the deployment says how much", async () => {
    expect(await budgetsOf({})).toEqual([]);
  });
});
