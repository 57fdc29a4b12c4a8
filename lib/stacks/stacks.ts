import type { App } from "aws-cdk-lib";
import { EdgeStack } from "./edge-stack.ts";
import { FirewallStack } from "./firewall-stack.ts";
import { MarketplaceStack, type MarketplaceStackProps } from "./marketplace-stack.ts";

/**
 * A stage's stacks in order of deployment: the distribution's firewall, the marketplace, and the edge's alarms. The laptop
 * has no edge, so it runs the marketplace alone.
 */
export function addStacks(app: App, props: MarketplaceStackProps): MarketplaceStack {
  const { stage, onLaptop = false } = props;
  if (onLaptop) return new MarketplaceStack(app, props);
  const firewall = stage.firewall ? new FirewallStack(app, stage) : undefined;
  const marketplace = new MarketplaceStack(app, { ...props, firewall: firewall?.aclArn });
  if (firewall) marketplace.addStackDependency(firewall);
  new EdgeStack(app, stage).addStackDependency(marketplace);
  return marketplace;
}
