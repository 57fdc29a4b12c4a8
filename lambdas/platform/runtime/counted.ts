import {
  type CountedMetric,
  FAILED_CALLS,
  FUNCTION_DIMENSION,
  METRIC_DIMENSION,
  METRIC_NAMESPACE,
} from "#shared/metrics.ts";

/**
 * Log fields that CloudWatch also counts, in its embedded metric format: the line that explains a failure triggers the alarm,
 * without a metric filter in the stack.
 */
export const counted = (metric: CountedMetric) => countedBy([METRIC_DIMENSION], metric);

/** Log fields of a failure; counted only if it triggers the alarm. */
export const countedIf = (triggersAlarm: boolean, metric: CountedMetric) => (triggersAlarm ? counted(metric) : {});

/** Log fields that count a call with status 500 for its function. */
export const countedFailure = () => countedBy([METRIC_DIMENSION, FUNCTION_DIMENSION], FAILED_CALLS);

const countedBy = (dimensions: readonly string[], metric: string) => ({
  _aws: {
    Timestamp: Date.now(),
    CloudWatchMetrics: [
      {
        Namespace: METRIC_NAMESPACE,
        Dimensions: [dimensions],
        Metrics: [{ Name: metric, Unit: "Count" }],
      },
    ],
  },
  [metric]: 1,
});
