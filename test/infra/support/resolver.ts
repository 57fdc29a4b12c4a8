import type { Template } from "aws-cdk-lib/assertions";
import { createResolver, type Template as LaptopTemplate, type Resolver } from "ochre-local/template";

/** A template with every name and ARN filled in, as the laptop does it. */
export function createTestResolver(template: Template, stackName = "stack"): Resolver {
  const assembly = { stackName, template: template.toJSON() as LaptopTemplate, assetPath: () => undefined };
  return createResolver(assembly, {
    site: "site.invalid",
    s3: "s3.invalid",
    providerUrl: (poolId) => `https://identity.invalid/${poolId}`,
  });
}
