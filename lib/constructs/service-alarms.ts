import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";

/** Shares of mail sent, at which SES puts an account under review; it stops one at twice the bounces and five times the complaints. */
const REVIEWED = { bounces: 0.05, complaints: 0.001 };

interface Watched {
  readonly alarms: Alarms;
  /** By a name for people. */
  readonly tables: Readonly<Record<string, ITable>>;
}

/** Alarms about the services that functions stand on, and about what functions count in their logs. */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, { alarms, tables }: Watched) {
    super(scope, "ServiceAlarms");
    for (const [of, table] of Object.entries(tables)) {
      for (const kind of THROTTLED) {
        const throttled = throttledEvents(kind, table);
        alarms.watch(new Construct(this, `${of}${kind}s`), "Table throttled", throttled, { of: `${of} ${kind}s` });
      }
    }
    const failed = systemErrors(Object.values(tables));
    alarms.watch(this, "Table failed", failed, { periods: 2 });
    const reputation = (kind: string) => new Metric({ namespace: "AWS/SES", metricName: `Reputation.${kind}Rate` });
    const nearing = new MathExpression({
      expression: `MAX([FILL(bounces, 0) / ${REVIEWED.bounces}, FILL(complaints, 0) / ${REVIEWED.complaints}])`,
      usingMetrics: { bounces: reputation("Bounce"), complaints: reputation("Complaint") },
    });
    alarms.watch(this, "Mail reputation", nearing, { limit: 1, period: Duration.hours(1) });
    alarms.watchCounted("Mail deferred", "MailsDeferred");
    alarms.watchCounted("Mail given up", "MailsGivenUp");
    alarms.watchCounted("Pages not rendered", "PagesNotRendered");
    alarms.watchCounted("Payments not started", "PaymentsNotStarted");
    alarms.watchCounted("Webhooks refused", "WebhooksRefused", { limit: 2, period: Duration.minutes(15) });
    alarms.watchCounted("Webhooks missing", "OrdersWithoutWebhook", { limit: 1, period: Duration.hours(1) });
    alarms.watchCounted("Files without license", "FilesWithoutLicense");
    alarms.watchCounted("Payment rights missing", "PaymentRightsMissing");
    alarms.watchCounted("Money not moved", "MoneyNotMoved");
    alarms.watchCounted("Ledger differs", "LedgerDifferences");
  }
}

/** Operations whose throttling DynamoDB counts separately. */
export const THROTTLED = ["Read", "Write"] as const;

/**
 * Reads or writes of a table and its indexes that were throttled, each by itself: `ThrottledRequests` counts a batch only
 * where all of it was.
 */
export function throttledEvents(kind: (typeof THROTTLED)[number], { tableName }: ITable, label?: string) {
  const expression = `SELECT SUM(${kind}ThrottleEvents) FROM "AWS/DynamoDB" WHERE TableName = '${tableName}'`;
  return new MathExpression({ expression, label });
}

/** Failures of DynamoDB's own over all operations on tables: each operation has a metric of its own, and there are more than an expression takes. */
export function systemErrors(tables: readonly ITable[], label?: string) {
  const named = tables.map(({ tableName }) => `TableName = '${tableName}'`).join(" OR ");
  const expression = `SELECT SUM(SystemErrors) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE ${named}`;
  return new MathExpression({ expression, label });
}
