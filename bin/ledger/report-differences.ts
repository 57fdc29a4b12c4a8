import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { type CountedMetric, METRIC_DIMENSION, METRIC_NAMESPACE } from "#shared/metrics.ts";

const METRIC_NAME: CountedMetric = "LedgerDifferences";

/** Publishes the metric of the stage's alarm; zero resolves the alarm. */
export async function reportDifferences(stage: string, differences: number) {
  const dimension = { Name: METRIC_DIMENSION, Value: stage };
  const datum = { MetricName: METRIC_NAME, Dimensions: [dimension], Value: differences, Unit: "Count" as const };
  await new CloudWatchClient({}).send(new PutMetricDataCommand({ Namespace: METRIC_NAMESPACE, MetricData: [datum] }));
}
