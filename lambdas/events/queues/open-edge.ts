import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";

/** The distribution's cache. */
export interface Edge {
  /** Invalidates these paths, where `*` matches any ending; repeating a reference does nothing. */
  drop(paths: readonly string[], reference: string): Promise<void>;
}

export function openEdge({ DISTRIBUTION_ID }: { readonly DISTRIBUTION_ID: string }): Edge {
  const client = new CloudFrontClient({});
  return {
    async drop(paths, CallerReference) {
      const Paths = { Quantity: paths.length, Items: [...paths] };
      const InvalidationBatch = { CallerReference, Paths };
      await client.send(new CreateInvalidationCommand({ DistributionId: DISTRIBUTION_ID, InvalidationBatch }));
    },
  };
}
