import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { EDGE_REGION } from "#lib/stacks/edge-region.ts";
import { getStackName, type Stage } from "#lib/stacks/stages.ts";

/** Percent of all answers that may be errors for ten minutes. */
export const EDGE_ERRORS = 5;

const kept = { region: EDGE_REGION, period: Duration.minutes(5) };

/** A metric of the distribution: a rate in percent of its answers, or a count. */
export const edgeMetric = (metricName: "Requests" | "4xxErrorRate" | "5xxErrorRate", distributionId: string) =>
  new Metric({
    ...kept,
    namespace: "AWS/CloudFront",
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: "Global" },
    statistic: metricName === "Requests" ? "Sum" : "Average",
  });

/**
 * A count of the stage's firewall, by the name that it gives its metrics. Those of a firewall of CloudFront's have no
 * dimension Region (https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html).
 */
export const firewallMetric = (metricName: "AllowedRequests" | "BlockedRequests", stage: Stage, rule = "ALL") =>
  new Metric({
    ...kept,
    namespace: "AWS/WAFV2",
    metricName,
    dimensionsMap: { WebACL: getStackName(stage), Rule: rule },
    statistic: "Sum",
  });

/** Of the probe of one address: 1 while it answers. */
export const probeMetric = (healthCheckId: string) =>
  new Metric({
    ...kept,
    namespace: "AWS/Route53",
    metricName: "HealthCheckStatus",
    dimensionsMap: { HealthCheckId: healthCheckId },
    statistic: "Minimum",
  });
