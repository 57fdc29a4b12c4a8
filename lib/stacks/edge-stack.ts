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

/** Requests in five minutes: below it a robot or two was refused, above it perhaps people are. */
const MANY_REFUSED = 1_000;

/** Answers of 4xx in five minutes, and their percentage: a small shop's own robots stay below one of them. */
const MANY_UNFOUND = { answers: 500, percent: 20 } as const;

/**
 * Addresses that the probe asks for, and a text of each answer: the edge, the page's function and its API, without the table, whose loss
 * rings by itself.
 */
const PROBED = { home: ["/", '<html lang="en"'], search: ["/api/search?q=a", '"items"'] } as const;

/** The fewest that Route 53 takes. */
const PROBED_FROM = ["us-east-1", "eu-west-1", "ap-southeast-1"];

/** Days before its end at which ACM has tried for a fortnight to renew a certificate of its own. */
const EXPIRY_DAYS = 30;

/** Dollars that a service may cost more than expected. */
const LEAST_ANOMALY = 10;

/** Shares of the month's budget, in percent, at which operators are told: of what was spent, and of what will be if it continues. */
const BUDGET_NOTICES = { ACTUAL: 80, FORECASTED: 100 } as const;

/** Alarms of the distribution and budget of the account's costs, which AWS reports in one region only. */
export class EdgeStack extends StageStack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, { stage, part: "edge", region: EDGE_REGION });
    const alarms = new Alarms(this, stage);
    const distributionId = Fn.getStackOutput(getStackName(stage), DISTRIBUTION_ID, stage.environment?.region);
    const failing = edgeMetric("5xxErrorRate", distributionId);
    alarms.watch(this, "Edge answers 5xx", failing, { limit: EDGE_ERRORS, periods: 2 });
    if (stage.firewall) {
      const refused = firewallMetric("BlockedRequests", stage);
      alarms.watch(this, "Firewall refuses many", refused, { limit: MANY_REFUSED, periods: 2 });
    }
    const unfound = new MathExpression({
      expression: `IF(rate > ${MANY_UNFOUND.percent}, rate / 100 * requests, 0)`,
      usingMetrics: {
        rate: edgeMetric("4xxErrorRate", distributionId),
        requests: edgeMetric("Requests", distributionId),
      },
    });
    alarms.watch(this, "Edge answers 4xx", unfound, { limit: MANY_UNFOUND.answers, periods: 2 });
    if (stage.domain) {
      this.probe(stage.domain.name, alarms);
      // A health check of Route 53's takes any certificate.
      const certificate = Certificate.fromCertificateArn(this, "Certificate", stage.domain.certificateArn);
      const days = certificate.metricDaysToExpiry();
      alarms.watchSilence(this, "Certificate expires", days, Duration.days(1), { limit: EXPIRY_DAYS });
    }
    if (stage.costMonitor && stage.alarmMail) this.subscribeToCosts(stage.costMonitor, stage.alarmMail);
    if (stage.monthlyBudget && stage.alarmMail) this.budget(stage.monthlyBudget, stage.alarmMail);
  }

  /** Asks from three continents, every half a minute; three failures in a row count. */
  private probe(host: string, alarms: Alarms) {
    const probes = Object.entries(PROBED).map(([name, [resourcePath, searchString]]) => {
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

  /** By the account's own monitor of its services, of which it can have one. */
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
          Values: [String(LEAST_ANOMALY)],
        },
      }),
    });
  }

  /** Without a name of its own, because another address makes another budget, which couldn't have the same. */
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
