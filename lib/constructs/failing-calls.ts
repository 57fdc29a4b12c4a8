import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";

export type Metrics = Readonly<Record<string, IMetric>>;

/** With few calls a single timeout would exceed any percentage. */
const MIN_FAILURES = 3;

const buildSum = (metrics: Metrics) =>
  Object.keys(metrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(" + ");

/**
 * Number of failed calls but the excused ones, if there are at least three and more than `percent` of all calls; otherwise 0,
 * as the alarm rolls back releases. Metrics are sums by their id in the expression.
 */
export function failingCalls(failures: Metrics, calls: Metrics, percent = 1, excused: Metrics = {}) {
  const failed = [buildSum(failures), ...Object.keys(excused).map((id) => `FILL(${id}, 0)`)].join(" - ");
  return new MathExpression({
    expression: `IF(${failed} >= ${MIN_FAILURES} AND 100 * (${failed}) > ${percent} * (${buildSum(calls)}), ${failed}, 0)`,
    usingMetrics: { ...failures, ...calls, ...excused },
  });
}
