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

describe("what watches the edge", () => {
  test("is in the one region that has CloudFront's metrics, after the stack whose distribution it watches", async () => {
    const { app, stack } = await getStack("dev", values);
    const edge = app.synth().getStackByName("ochre-dev-edge");
    expect(edge.environment).toMatchObject({ account, region: "us-east-1" });
    expect(edge.dependencies.map(({ id }) => id)).toContain(stack.artifactId);
  });

  test("rings for errors of the distribution that the stage's own stack names, in whatever region", async () => {
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

  test("rings when the firewall refuses many, where there is one", async () => {
    const [staging, dev] = await Promise.all([getStack("staging", values), getStack("dev", values)]);
    const [acl] = listResources(staging.part("firewall"), "AWS::WAFv2::WebACL").map(([, { Properties }]) => Properties);
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

describe("a probe", () => {
  const domain = { name: "ochre.example", certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a" };

  test("asks a stage with a domain for a page and a read, and rings when either isn't answered", async () => {
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

  test("finds what it looks for in what is answered", () => {
    expect(readFileSync(join(PROJECT, "web/index.html"), "utf8")).toContain('<html lang="en"');
    expect(JSON.stringify(search.returns.parse({ items: [], cursor: null, hasMore: false }))).toContain('"items"');
  });

  test("rings for a certificate that is about to expire or isn't there, which no health check looks at", async () => {
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

  test("isn't made for a stage without a domain, which nobody is promised", async () => {
    const { part } = await getStack("dev", values);
    expect(alarmNamed(part("edge"), "ochre-dev certificate-expires")).toBeUndefined();
    expect(listResources(part("edge"), "AWS::Route53::HealthCheck")).toEqual([]);
    expect(alarmNamed(part("edge"), "ochre-dev site-unreachable")).toBeUndefined();
  });
});

test("the alarms' address hears of unusual costs from the account's monitor, where the deployment names it", async () => {
  const costMonitor = "arn:aws:ce::111122223333:anomalymonitor/0198f3a1-0000-7000-8000-000000000001";
  const { part } = await getStack("dev", { ...values, costMonitor });
  const [[, subscription] = []] = listResources(part("edge"), "AWS::CE::AnomalySubscription");
  expect(subscription?.Properties).toMatchObject({
    MonitorArnList: [costMonitor],
    Subscribers: [{ Type: "EMAIL", Address: values.alarmMail }],
    Frequency: "DAILY",
  });
  const { part: without } = await getStack("dev", values);
  expect(listResources(without("edge"), "AWS::CE::AnomalySubscription")).toEqual([]);
});

describe("a budget", () => {
  const listBudgets = async (more: object) => {
    const { part } = await getStack("dev", { ...values, ...more });
    return listResources(part("edge"), "AWS::Budgets::Budget").map(([, { Properties }]) => Properties);
  };

  test("tells the alarms' address of what was spent and of what will be", async () => {
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

  test("is made only where the deployment says how much", async () => {
    expect(await listBudgets({})).toEqual([]);
  });
});
