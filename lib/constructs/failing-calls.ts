import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";

export type Metrics = Readonly<Record<string, IMetric>>;

/** Of few calls a single one that ran out of time is many hundredths. */
const FEWEST = 3;

const buildSum = (metrics: Metrics) =>
  Object.keys(metrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(" + ");

/**
 * How many calls failed, where they are three at least and more than a share of all, in percent; 0 otherwise, since an alarm of
 * it takes back releases. Both are sums by a name for the expression.
 */
export const failingCalls = (failures: Metrics, calls: Metrics, percent = 1) =>
  new MathExpression({
    expression: `IF(${buildSum(failures)} >= ${FEWEST} AND 100 * (${buildSum(failures)}) > ${percent} * (${buildSum(calls)}), ${buildSum(failures)}, 0)`,
    usingMetrics: { ...failures, ...calls },
  });
