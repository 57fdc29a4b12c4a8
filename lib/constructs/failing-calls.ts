import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";

export type Metrics = Readonly<Record<string, IMetric>>;

/** With few calls a single timeout would exceed any percentage. */
const FEWEST = 3;

const buildSum = (metrics: Metrics) =>
  Object.keys(metrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(" + ");

/**
 * Number of failed calls if there are at least three and more than `percent` of all calls; otherwise 0, as the alarm rolls back
 * releases. Both arguments are sums by their id in the expression.
 */
export const failingCalls = (failures: Metrics, calls: Metrics, percent = 1) =>
  new MathExpression({
    expression: `IF(${buildSum(failures)} >= ${FEWEST} AND 100 * (${buildSum(failures)}) > ${percent} * (${buildSum(calls)}), ${buildSum(failures)}, 0)`,
    usingMetrics: { ...failures, ...calls },
  });
