import { Fn } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";
import { Alarms } from "../constructs/alarms.ts";
import { EDGE_ERRORS, edgeMetric, firewallMetric } from "../constructs/edge-metrics.ts";
import { EDGE_REGION } from "./edge-region.ts";
import { DISTRIBUTION_ID } from "./marketplace-stack.ts";
import { StageStack } from "./stage-stack.ts";
import { type Stage, stackNameOf } from "./stages.ts";

/** Requests in five minutes: below it a robot or two was refused, above it perhaps people are. */
const MANY_REFUSED = 1_000;

/** Shares of the month's budget, in percent, at which operators are told: of what was spent, and of what will be if it continues. */
const BUDGET_NOTICES = { ACTUAL: 80, FORECASTED: 100 } as const;

/** Alarms of the distribution and budget of the account's costs, which AWS reports in one region only. */
export class EdgeStack extends StageStack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, { stage, part: "edge", region: EDGE_REGION });
    const alarms = new Alarms(this, stage);
    const distributionId = Fn.getStackOutput(stackNameOf(stage), DISTRIBUTION_ID, stage.environment?.region);
    const failing = edgeMetric("5xxErrorRate", distributionId);
    alarms.watch(this, "Edge answers 5xx", failing, { limit: EDGE_ERRORS, periods: 2 });
    if (stage.firewall) {
      const refused = firewallMetric("BlockedRequests", stage);
      alarms.watch(this, "Firewall refuses many", refused, { limit: MANY_REFUSED, periods: 2 });
    }
    if (stage.monthlyBudget && stage.alarmMail) this.budget(stage.monthlyBudget, stage.alarmMail);
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
