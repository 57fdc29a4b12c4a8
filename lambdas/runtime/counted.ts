import { type CountedMetric, METRIC_DIMENSION, METRIC_NAMESPACE } from "#shared/metrics.ts";

/**
 * Fields of a log line that CloudWatch also counts, as its embedded metric format: the line that explains a failure is the
 * one that rings, and no filter of the stack has to know its text.
 */
export const counted = (metric: CountedMetric) => ({
  _aws: {
    Timestamp: Date.now(),
    CloudWatchMetrics: [
      {
        Namespace: METRIC_NAMESPACE,
        Dimensions: [[METRIC_DIMENSION]],
        Metrics: [{ Name: metric, Unit: "Count" }],
      },
    ],
  },
  [metric]: 1,
});
