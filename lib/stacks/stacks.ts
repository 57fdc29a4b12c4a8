import type { App } from "aws-cdk-lib";
import { EdgeStack } from "./edge-stack.ts";
import { FirewallStack } from "./firewall-stack.ts";
import { MarketplaceStack, type MarketplaceStackProps } from "./marketplace-stack.ts";

/**
 * A stage's stacks, in the order in which they are deployed: the firewall that the distribution names, the marketplace, and
 * what watches the distribution. The laptop, which has no edge to protect or watch, runs the marketplace alone.
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
