import {
  type CountedMetric,
  FAILED_CALLS,
  FUNCTION_DIMENSION,
  METRIC_DIMENSION,
  METRIC_NAMESPACE,
} from "#shared/metrics.ts";

/**
 * Fields of a log line that CloudWatch also counts, as its embedded metric format: the line that explains a failure is the
 * one that rings, and no filter of the stack has to know its text.
 */
export const counted = (metric: CountedMetric) => countedBy([METRIC_DIMENSION], metric);

/** The same for a failure that rings in some cases only. */
export const countedIf = (triggersAlarm: boolean, metric: CountedMetric) => (triggersAlarm ? counted(metric) : {});

/** Counts a call that is answered with 500 as its function's. */
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
