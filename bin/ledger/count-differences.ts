import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { type CountedMetric, METRIC_DIMENSION, METRIC_NAMESPACE } from "#shared/metrics.ts";

const MetricName: CountedMetric = "LedgerDifferences";

/** Reports the number of differences to the stage's alarm; zero ends it. */
export async function countDifferences(stage: string, differences: number) {
  const dimension = { Name: METRIC_DIMENSION, Value: stage };
  const datum = { MetricName, Dimensions: [dimension], Value: differences, Unit: "Count" as const };
  await new CloudWatchClient({}).send(new PutMetricDataCommand({ Namespace: METRIC_NAMESPACE, MetricData: [datum] }));
}
