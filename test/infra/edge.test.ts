import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { PROJECT } from "#lib/bundling/entries.ts";
import { search } from "#shared/contract/search.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { collectReferences, listResources } from "./support/template.ts";

const account = "111122223333";
const values = { environment: { account, region: "eu-central-1" }, alarmMail: "ops@ochre.example" };

const alarmNamed = (template: Template, name: string) => {
  const alarms = listResources(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);
  return alarms.find(({ AlarmName }) => AlarmName === name);
};

describe("the edge stack", () => {
  test("is in us-east-1 and depends on the stack of its distribution", async () => {
    const { app, stack } = await getStack("dev", values);
    const edge = app.synth().getStackByName("ochre-dev-edge");
    expect(edge.environment).toMatchObject({ account, region: "us-east-1" });
    expect(edge.dependencies.map(({ id }) => id)).toContain(stack.artifactId);
  });

  test("has an alarm for errors of the stage's distribution, which is of a stack in another region", async () => {
    const { part, template } = await getStack("dev", values);
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

  test("has an alarm for many requests that a firewall blocks, if there is one", async () => {
    const [staging, dev] = await Promise.all([getStack("staging", values), getStack("dev", values)]);
    const [acl] = listResources(staging.part("firewall"), "AWS::WAFv2::WebACL").map(([, { Properties }]) => Properties);
    const { MetricName } = (acl?.VisibilityConfig ?? {}) as { MetricName?: string };
    expect(MetricName).toBeTruthy();
    const alarm = alarmNamed(staging.part("edge"), "ochre-staging firewall-refuses-many");
    expect(alarm).toMatchObject({ Namespace: "AWS/WAFV2", MetricName: "BlockedRequests", Statistic: "Sum" });
    // Metrics of a CloudFront firewall have no Region dimension.
    expect(alarm?.Dimensions).toEqual([
      { Name: "Rule", Value: "ALL" },
      { Name: "WebACL", Value: MetricName },
    ]);
    expect(alarmNamed(dev.part("edge"), "ochre-dev firewall-refuses-many")).toBeUndefined();
  });
});

describe("monitoring of a domain", () => {
  const domain = { name: "ochre.example", certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a" };

  test("requests a page and an API route, with an alarm for both", async () => {
    const { part } = await getStack("dev", { ...values, domain });
    const checks = listResources(part("edge"), "AWS::Route53::HealthCheck");
    const asked = checks.map(([, { Properties }]) => Properties.HealthCheckConfig as Record<string, unknown>);
    expect(asked.map(({ ResourcePath }) => ResourcePath)).toEqual(["/", "/api/search?q=a"]);
    for (const { FullyQualifiedDomainName, Type } of asked) {
      expect([FullyQualifiedDomainName, Type]).toEqual([domain.name, "HTTPS_STR_MATCH"]);
    }
    const alarm = alarmNamed(part("edge"), "ochre-dev site-unreachable");
    expect(collectReferences(alarm?.Metrics).sort()).toEqual(checks.map(([id]) => id).sort());
  });

  test("searches for text that page and API contain", () => {
    expect(readFileSync(join(PROJECT, "web/index.html"), "utf8")).toContain('<html lang="en"');
    expect(JSON.stringify(search.returns.parse({ items: [], cursor: null, hasMore: false }))).toContain('"items"');
  });

  test("has an alarm for an expiring or missing certificate", async () => {
    const { part } = await getStack("dev", { ...values, domain });
    expect(alarmNamed(part("edge"), "ochre-dev certificate-expires")).toMatchObject({
      Namespace: "AWS/CertificateManager",
      MetricName: "DaysToExpiry",
      Dimensions: [{ Name: "CertificateArn", Value: domain.certificateArn }],
      Statistic: "Minimum",
      ComparisonOperator: "LessThanThreshold",
      Threshold: 30,
      Period: 24 * 60 * 60,
      // ACM counts twice a day, and not at all once the certificate has expired or is deleted.
      TreatMissingData: "breaching",
    });
  });

  test("isn't created for a stage without a domain", async () => {
    const { part } = await getStack("dev", values);
    expect(alarmNamed(part("edge"), "ochre-dev certificate-expires")).toBeUndefined();
    expect(listResources(part("edge"), "AWS::Route53::HealthCheck")).toEqual([]);
    expect(alarmNamed(part("edge"), "ochre-dev site-unreachable")).toBeUndefined();
  });
});

test("the alarm address gets cost anomalies of the deployment's monitor, if there is one", async () => {
  const costMonitor = "arn:aws:ce::111122223333:anomalymonitor/0198f3a1-0000-7000-8000-000000000001";
  const { part } = await getStack("dev", { ...values, costMonitor });
  const [[, subscription] = []] = listResources(part("edge"), "AWS::CE::AnomalySubscription");
  expect(subscription?.Properties).toMatchObject({
    MonitorArnList: [costMonitor],
    Subscribers: [{ Type: "EMAIL", Address: values.alarmMail }],
    Frequency: "DAILY",
  });
  const { part: partWithoutMonitor } = await getStack("dev", values);
  expect(listResources(partWithoutMonitor("edge"), "AWS::CE::AnomalySubscription")).toEqual([]);
});

describe("a budget", () => {
  const listBudgets = async (more: object) => {
    const { part } = await getStack("dev", { ...values, ...more });
    return listResources(part("edge"), "AWS::Budgets::Budget").map(([, { Properties }]) => Properties);
  };

  test("sends actual and forecast costs to the alarm address", async () => {
    const subscribers = [{ SubscriptionType: "EMAIL", Address: values.alarmMail }];
    const buildNotification = (NotificationType: string, Threshold: number) => ({
      Notification: { NotificationType, Threshold, ThresholdType: "PERCENTAGE", ComparisonOperator: "GREATER_THAN" },
      Subscribers: subscribers,
    });
    expect(await listBudgets({ monthlyBudget: 300 })).toEqual([
      {
        Budget: { BudgetType: "COST", TimeUnit: "MONTHLY", BudgetLimit: { Amount: 300, Unit: "USD" } },
        NotificationsWithSubscribers: [buildNotification("ACTUAL", 80), buildNotification("FORECASTED", 100)],
      },
    ]);
  });

  test("is created only for a deployment with an amount", async () => {
    expect(await listBudgets({})).toEqual([]);
  });
});
