import { describe, expect, test } from "vitest";
import { stackOf } from "#test/infra/support/stack-of.ts";
import { resourcesOf } from "#test/infra/support/template.ts";
import { costsByService, usageOf } from "../../tools/costs/estimate.ts";
import { costOf } from "../../tools/costs/prices.ts";
import { ARRIVALS, STANDING } from "../../tools/costs/visits.ts";

describe("a price", () => {
  test("begins after what is free", () => {
    expect(costOf("activeUsers", 10_000)).toBe(0);
    expect(costOf("activeUsers", 10_001)).toBeCloseTo(0.015);
  });

  test("falls for what lies above a tier, not for what lies below", () => {
    expect(costOf("apiCalls", 300_000_000)).toBeCloseTo(300);
    expect(costOf("apiCalls", 310_000_000)).toBeCloseTo(309);
  });
});

describe("an estimate", () => {
  const loads = () => ({ kilobytes: 500, requests: 20 });
  const of = (visits: number) => costsByService(usageOf(visits, loads));

  test("grows with visits, of every service but those that stand", () => {
    const [few, many] = [of(1_000_000), of(2_000_000)];
    const same = [...few].filter(([service, cost]) => (many.get(service) ?? 0) <= cost).map(([service]) => service);
    expect(same).toEqual(["Monitoring", "Secrets Manager"]);
  });

  test("has arrivals that make up all visits", () => {
    expect(ARRIVALS.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });
});

describe("what stands without visitors", () => {
  test("is within five dollars of production's templates, with as many dashboards and firewalls", async () => {
    const { template, part } = await stackOf("production");
    type Metrics = readonly { readonly MetricStat?: object }[];
    const alarms = [template, part("edge")].flatMap((stack) => resourcesOf(stack, "AWS::CloudWatch::Alarm"));
    const watched = alarms.map(([, { Properties }]) => {
      const { Metrics: metrics = [] } = Properties as { Metrics?: Metrics };
      return Math.max(1, metrics.filter(({ MetricStat }) => MetricStat).length);
    });
    const metrics = watched.reduce((sum, count) => sum + count, 0);
    const secrets = resourcesOf(template, "AWS::SecretsManager::Secret").length;
    expect(resourcesOf(template, "AWS::CloudWatch::Dashboard")).toHaveLength(STANDING.dashboards);
    expect(resourcesOf(part("firewall"), "AWS::WAFv2::WebACL")).toHaveLength(STANDING.firewalls);
    const differs = costOf("alarmMetrics", metrics) - costOf("alarmMetrics", STANDING.alarmMetrics);
    expect(Math.abs(differs + costOf("secrets", secrets) - costOf("secrets", STANDING.secrets))).toBeLessThan(5);
  });
});
