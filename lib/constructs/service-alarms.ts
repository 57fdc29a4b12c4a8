import { Duration } from "aws-cdk-lib";
import { type Alarm, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import {
  type CountedMetric,
  FAILED_CALLS,
  FUNCTION_DIMENSION,
  METRIC_DIMENSION,
  METRIC_NAMESPACE,
} from "#shared/metrics.ts";
import { SCRIPT_ERROR_ALLOWANCE } from "#shared/throttles.ts";
import { type Alarms, countedMetric, metricOfEach, metricOfFunctions } from "./alarms.ts";
import type { Api } from "./api.ts";
import { DeadLetters } from "./dead-letters.ts";
import { findConstructs } from "./find-constructs.ts";
import { MarketplaceFunction } from "./function.ts";
import type { Media } from "./media.ts";
import { Objective } from "./objective.ts";
import type { Sockets } from "./sockets.ts";

/** Rates at which SES puts an account under review; it pauses sending at twice the bounces or five times the complaints. */
const REVIEW_RATES = { bounces: 0.05, complaints: 0.001 };

/** Responses with 500 in five minutes; more mean that the area fails, not single calls. */
const FAILED_CALLS_LIMIT = 2;

/** Script errors in five minutes; fewer may come from one old browser or one address that forges them. */
const SCRIPT_ERRORS_LIMIT = 2 * SCRIPT_ERROR_ALLOWANCE.amount;

/** An upload takes seconds, three attempts some minutes. */
const MAX_UPLOAD_AGE = Duration.minutes(15);

interface Watched {
  readonly stage: Stage;
  readonly alarms: Alarms;
  readonly api: Api;
  readonly sockets: Sockets;
  readonly media: Media;
}

/** Alarms about functions: exceptions, responses with 500, and the objectives of log-in, payments and uploads. */
export class FunctionAlarms extends Construct {
  /** Alarms of functions behind an API, which roll back their release. */
  readonly releasing: readonly Alarm[];
  private readonly watched: Watched;

  constructor(scope: Construct, watched: Watched) {
    super(scope, "FunctionAlarms");
    this.watched = watched;
    const { alarms, api, sockets, stage } = watched;
    const threw = (kind: string, isIncluded: (fn: MarketplaceFunction, index: number) => boolean) =>
      alarms.watch(new Construct(this, kind), "Function threw", this.createErrorMetric(isIncluded), {
        of: kind,
        isPart: true,
      });
    const failed = new MathExpression({
      expression:
        `SELECT SUM(${FAILED_CALLS}) FROM SCHEMA("${METRIC_NAMESPACE}", ${FUNCTION_DIMENSION}, ${METRIC_DIMENSION}) ` +
        `WHERE ${METRIC_DIMENSION} = '${stage.name}' GROUP BY ${FUNCTION_DIMENSION}`,
    });
    this.releasing = [
      // Two, because a query is limited to 2,048 characters and a function's name takes up to 64.
      threw("answering-1", ({ isCalled }, index) => isCalled && index % 2 === 0),
      threw("answering-2", ({ isCalled }, index) => isCalled && index % 2 === 1),
      alarms.watch(this, "Calls fail", failed, { limit: FAILED_CALLS_LIMIT, isPart: true }),
    ];
    alarms.combine(this, "Function failed", {
      parts: [
        ...this.releasing,
        threw("behind", ({ isCalled }) => !isCalled),
        sockets.failing,
        alarms.watchCounted("Pages not rendered", "PagesNotRendered", { isPart: true }),
      ],
      rule: "anyOf",
      suppressedBy: api.objective.missed,
    });
    // Not per function: the account's concurrency limit is the only one.
    const throttles = new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", statistic: "Sum" });
    alarms.watch(this, "Functions throttled", throttles);
  }

  /** Adds the objectives of log-in, payments and uploads; call it once all functions exist. */
  addObjectives() {
    const { alarms, api, media, stage } = this.watched;
    const suppressedBy = api.objective;
    const functions = findConstructs(this, MarketplaceFunction).map((fn) => [fn.name, fn] as const);
    const { auth, "second-factor": secondFactor, media: uploads, orders, stripe } = Object.fromEntries(functions);
    const count = (metric: CountedMetric) => countedMetric(metric, stage);
    if (auth && secondFactor) {
      new Objective(this, alarms, {
        title: "Log-ins fail",
        allowed: 0.1,
        failed: {
          refused: count("IdentityCallsRefused"),
          authThrew: auth.counts.errors,
          authFailed: auth.counts.failed,
          factorsThrew: secondFactor.counts.errors,
          factorsFailed: secondFactor.counts.failed,
        },
        attempts: { auth: auth.counts.calls, factors: secondFactor.counts.calls },
        suppressedBy,
      });
    }
    if (orders && stripe) {
      new Objective(this, alarms, {
        title: "Payments fail",
        allowed: 0.1,
        failed: {
          unstarted: count("PaymentsNotStarted"),
          unheard: count("OrdersWithoutWebhook"),
          ordersThrew: orders.counts.errors,
          ordersFailed: orders.counts.failed,
          webhooksThrew: stripe.counts.errors,
          webhooksFailed: stripe.counts.failed,
        },
        attempts: { orders: orders.counts.calls, webhooks: stripe.counts.calls },
        suppressedBy,
      });
    }
    if (!uploads) return;
    new Objective(this, alarms, {
      title: "Pictures not ready",
      allowed: 0.5,
      failed: {
        givenUp: media.undelivered.metricNumberOfMessagesSent(),
        threw: uploads.counts.errors,
        failed: uploads.counts.failed,
      },
      attempts: { started: uploads.counts.calls, pictures: media.processUpload.counts.calls },
      suppressedBy,
    });
    const age = media.processUpload.lambda.metric("AsyncEventAge", { statistic: "Maximum" });
    alarms.watch(this, "Uploads late", age, { limit: MAX_UPLOAD_AGE.toMilliseconds() });
  }

  private createErrorMetric(isIncluded: (fn: MarketplaceFunction, index: number) => boolean) {
    return metricOfFunctions("SUM(Errors)", () => findConstructs(this, MarketplaceFunction).filter(isIncluded));
  }
}

/** Alarms about the services that functions use, and about metrics counted in logs. */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, alarms: Alarms, tables: readonly ITable[]) {
    super(scope, "ServiceAlarms");
    for (const kind of THROTTLED) {
      const throttled = metricOfEach(`SUM(${kind}ThrottleEvents)`, '"AWS/DynamoDB"', "TableName", () =>
        tables.map(({ tableName }) => tableName),
      );
      alarms.watch(new Construct(this, `${kind}s`), "Table throttled", throttled, { of: `${kind}s` });
    }
    alarms.watch(this, "Table failed", systemErrors(tables), { periods: 2 });
    const failed = metricOfEach("MAX(ApproximateNumberOfMessagesVisible)", '"AWS/SQS"', "QueueName", () =>
      findConstructs(this, DeadLetters).map(({ queue }) => queue.queueName),
    );
    alarms.watch(this, "Undelivered messages", failed);
    const reputation = (kind: string) => new Metric({ namespace: "AWS/SES", metricName: `Reputation.${kind}Rate` });
    const worstRatio = new MathExpression({
      expression: `MAX([FILL(bounces, 0) / ${REVIEW_RATES.bounces}, FILL(complaints, 0) / ${REVIEW_RATES.complaints}])`,
      usingMetrics: { bounces: reputation("Bounce"), complaints: reputation("Complaint") },
    });
    alarms.watch(this, "Mail reputation", worstRatio, { limit: 1, period: Duration.hours(1) });
    alarms.watchCounted("Items unreadable", "ItemsUnreadable");
    alarms.watchCounted("Mail deferred", "MailsDeferred");
    alarms.watchCounted("Mail given up", "MailsGivenUp");
    alarms.watchCounted("Log-ins limited", "IdentityCallsRefused");
    alarms.watchCounted("Payments not started", "PaymentsNotStarted");
    alarms.watchCounted("Webhooks refused", "WebhooksRefused", { limit: 2, period: Duration.minutes(15) });
    alarms.watchCounted("Webhooks missing", "OrdersWithoutWebhook", { limit: 1, period: Duration.hours(1) });
    alarms.watchCounted("Files without license", "FilesWithoutLicense");
    alarms.watchCounted("Payment rights missing", "PaymentRightsMissing");
    alarms.watchCounted("Money not moved", "MoneyNotMoved");
    alarms.watchCounted("Ledger differs", "LedgerDifferences");
    alarms.watchCounted("Scripts fail", "ScriptErrors", { limit: SCRIPT_ERRORS_LIMIT });
  }
}

/** Operations whose throttling DynamoDB counts separately. */
export const THROTTLED = ["Read", "Write"] as const;

/**
 * Throttled single reads or writes of a table and its indexes: `ThrottledRequests` counts a batch only if all of it was
 * throttled.
 */
export function throttledEvents(kind: (typeof THROTTLED)[number], { tableName }: ITable, label?: string) {
  const expression = `SELECT SUM(${kind}ThrottleEvents) FROM "AWS/DynamoDB" WHERE TableName = '${tableName}'`;
  return new MathExpression({ expression, label });
}

/** DynamoDB's system errors over all operations of these tables: it has more metrics, one per operation, than an expression takes. */
export function systemErrors(tables: readonly ITable[], label?: string) {
  const named = tables.map(({ tableName }) => `TableName = '${tableName}'`).join(" OR ");
  const expression = `SELECT SUM(SystemErrors) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE ${named}`;
  return new MathExpression({ expression, label });
}
