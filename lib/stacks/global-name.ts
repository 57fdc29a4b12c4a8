import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** Adds the region to names that are unique per account, as of CloudFront's policies and of dashboards. */
export function globalName(scope: Construct, what: string) {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${what}-${region}`;
}
