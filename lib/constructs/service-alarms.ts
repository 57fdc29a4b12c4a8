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
      const throttled = overOperations("ThrottledRequests", [table]);
      alarms.watch(new Construct(this, of), "Table throttled", throttled, { of });
    }
    const failed = overOperations("SystemErrors", Object.values(tables));
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
    alarms.watchCounted("Payments not begun", "PaymentsNotBegun");
    alarms.watchCounted("Money not moved", "MoneyNotMoved");
    alarms.watchCounted("Ledger differs", "LedgerDifferences");
  }
}

/** The sum of a metric over all operations on tables: each operation has a metric of its own, and there are more than an expression takes. */
export function overOperations(
  metric: "SystemErrors" | "ThrottledRequests",
  tables: readonly ITable[],
  label?: string,
) {
  const named = tables.map(({ tableName }) => `TableName = '${tableName}'`).join(" OR ");
  const expression = `SELECT SUM(${metric}) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE ${named}`;
  return new MathExpression({ expression, label });
}
