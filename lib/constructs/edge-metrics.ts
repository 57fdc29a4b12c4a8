import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { EDGE_REGION } from "#lib/stacks/edge-region.ts";
import { getStackName, type Stage } from "#lib/stacks/stages.ts";

/** Highest acceptable error rate in percent. */
export const EDGE_ERRORS = 5;

const metricOptions = { region: EDGE_REGION, period: Duration.minutes(5) };

/** A metric of the distribution: an error rate in percent, or the number of requests. */
export const edgeMetric = (metricName: "Requests" | "4xxErrorRate" | "5xxErrorRate", distributionId: string) =>
  new Metric({
    ...metricOptions,
    namespace: "AWS/CloudFront",
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: "Global" },
    statistic: metricName === "Requests" ? "Sum" : "Average",
  });

/**
 * Request count of the stage's firewall or of one of its rules. Metrics of CloudFront's firewalls have no dimension Region
 * (https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html).
 */
export const firewallMetric = (metricName: "AllowedRequests" | "BlockedRequests", stage: Stage, rule = "ALL") =>
  new Metric({
    ...metricOptions,
    namespace: "AWS/WAFV2",
    metricName,
    dimensionsMap: { WebACL: getStackName(stage), Rule: rule },
    statistic: "Sum",
  });

/** Status of a health check: 1 while it succeeds. */
export const probeMetric = (healthCheckId: string) =>
  new Metric({
    ...metricOptions,
    namespace: "AWS/Route53",
    metricName: "HealthCheckStatus",
    dimensionsMap: { HealthCheckId: healthCheckId },
    statistic: "Minimum",
  });
