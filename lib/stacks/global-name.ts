import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** Names of CloudFront's policies and of dashboards are the account's, whatever the region: without it a stage could stand in one region only. */
export function globalName(scope: Construct, what: string) {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${what}-${region}`;
}
