import { Duration, Fn } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { CfnAnomalySubscription } from "aws-cdk-lib/aws-ce";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { CfnHealthCheck } from "aws-cdk-lib/aws-route53";
import type { Construct } from "constructs";
import { Alarms } from "../constructs/alarms.ts";
import { EDGE_ERRORS, edgeMetric, firewallMetric, probeMetric } from "../constructs/edge-metrics.ts";
import { EDGE_REGION } from "./edge-region.ts";
import { DISTRIBUTION_ID } from "./marketplace-stack.ts";
import { StageStack } from "./stage-stack.ts";
import { getStackName, type Stage } from "./stages.ts";

/** Blocked requests in five minutes; more may include users, not only one or two bots. */
const BLOCKED_REQUESTS_LIMIT = 1_000;

/** Responses with 4xx in five minutes and their percentage; the usual bots stay below one of them. */
const CLIENT_ERRORS_LIMIT = { answers: 500, percent: 20 } as const;

/**
 * Paths that health checks request, with a string of each response: edge, page rendering and API, but not the table, which has
 * its own alarm. OpenSearch isn't asked, which may sleep and has alarms of its own.
 */
const listProbed = ({ search }: Stage) => ({
  home: ["/", '<html lang="en"'] as const,
  ...(search === "file"
    ? { search: ["/api/search?q=a", '"items"'] as const }
    : { list: ["/api/artwork?limit=1", '"items"'] as const }),
});

/** Route 53's minimum of three regions. */
const PROBED_FROM = ["us-east-1", "eu-west-1", "ap-southeast-1"];

/** Days before a certificate expires; ACM's renewal has failed for a fortnight by then. */
const EXPIRY_DAYS = 30;

/** Dollars above the expected cost that are reported. */
const MIN_ANOMALY = 10;

/** Percent of the month's budget, spent or forecast, at which operators are notified. */
const BUDGET_NOTICES = { ACTUAL: 80, FORECASTED: 100 } as const;

/** Alarms of the distribution and the account's budget, which AWS supports in one region only. */
export class EdgeStack extends StageStack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, { stage, part: "edge", region: EDGE_REGION });
    const alarms = new Alarms(this, stage);
    const distributionId = Fn.getStackOutput(getStackName(stage), DISTRIBUTION_ID, stage.environment?.region);
    const failing = edgeMetric("5xxErrorRate", distributionId);
    alarms.watch(this, "Edge answers 5xx", failing, { limit: EDGE_ERRORS, periods: 2 });
    if (stage.firewall) {
      const refused = firewallMetric("BlockedRequests", stage);
      alarms.watch(this, "Firewall refuses many", refused, { limit: BLOCKED_REQUESTS_LIMIT, periods: 2 });
    }
    const clientErrors = new MathExpression({
      expression: `IF(rate > ${CLIENT_ERRORS_LIMIT.percent}, rate / 100 * requests, 0)`,
      usingMetrics: {
        rate: edgeMetric("4xxErrorRate", distributionId),
        requests: edgeMetric("Requests", distributionId),
      },
    });
    alarms.watch(this, "Edge answers 4xx", clientErrors, { limit: CLIENT_ERRORS_LIMIT.answers, periods: 2 });
    if (stage.domain) {
      this.probe(stage.domain.name, stage, alarms);
      // Route 53's health checks accept any certificate.
      const certificate = Certificate.fromCertificateArn(this, "Certificate", stage.domain.certificateArn);
      const days = certificate.metricDaysToExpiry();
      alarms.watchSilence(this, "Certificate expires", days, Duration.days(1), { limit: EXPIRY_DAYS });
    }
    if (stage.costMonitor && stage.alarmMail) this.subscribeToCosts(stage.costMonitor, stage.alarmMail);
    if (stage.monthlyBudget && stage.alarmMail) this.budget(stage.monthlyBudget, stage.alarmMail);
  }

  /** Health checks from three continents every 30 seconds; they fail after three failures in a row. */
  private probe(host: string, stage: Stage, alarms: Alarms) {
    const probes = Object.entries(listProbed(stage)).map(([name, [resourcePath, searchString]]) => {
      const check = new CfnHealthCheck(this, `Probe-${name}`, {
        healthCheckConfig: {
          type: "HTTPS_STR_MATCH",
          fullyQualifiedDomainName: host,
          resourcePath,
          searchString,
          regions: PROBED_FROM,
        },
        healthCheckTags: [{ key: "Name", value: `${this.stackName} ${name}` }],
      });
      return [name, probeMetric(check.attrHealthCheckId)] as const;
    });
    const down = new MathExpression({
      expression: `${probes.length} - ${probes.map(([name]) => name).join(" - ")}`,
      usingMetrics: Object.fromEntries(probes),
    });
    alarms.watch(this, "Site unreachable", down, { period: Duration.minutes(1), periods: 2 });
  }

  /** Uses the account's existing monitor of services, as it can have only one. */
  private subscribeToCosts(monitorArn: string, address: string) {
    new CfnAnomalySubscription(this, "CostAnomalies", {
      subscriptionName: `${this.stackName} costs`,
      frequency: "DAILY",
      monitorArnList: [monitorArn],
      subscribers: [{ type: "EMAIL", address }],
      thresholdExpression: JSON.stringify({
        Dimensions: {
          Key: "ANOMALY_TOTAL_IMPACT_ABSOLUTE",
          MatchOptions: ["GREATER_THAN_OR_EQUAL"],
          Values: [String(MIN_ANOMALY)],
        },
      }),
    });
  }

  /** Unnamed, because a new address replaces the budget, and two can't share a name. */
  private budget(dollars: number, mail: string) {
    new CfnBudget(this, "Budget", {
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: dollars, unit: "USD" },
      },
      notificationsWithSubscribers: Object.entries(BUDGET_NOTICES).map(([notificationType, threshold]) => ({
        notification: { notificationType, threshold, thresholdType: "PERCENTAGE", comparisonOperator: "GREATER_THAN" },
        subscribers: [{ subscriptionType: "EMAIL", address: mail }],
      })),
    });
  }
}
