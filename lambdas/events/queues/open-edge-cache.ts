import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";

/** The distribution's cache. */
export interface EdgeCache {
  /** Invalidates these paths, where `*` matches any ending; repeating a reference does nothing. */
  invalidate(paths: readonly string[], reference: string): Promise<void>;
}

export function openEdgeCache({ DISTRIBUTION_ID }: { readonly DISTRIBUTION_ID: string }): EdgeCache {
  const client = new CloudFrontClient({});
  return {
    async invalidate(paths, CallerReference) {
      const Paths = { Quantity: paths.length, Items: [...paths] };
      const InvalidationBatch = { CallerReference, Paths };
      await client.send(new CreateInvalidationCommand({ DistributionId: DISTRIBUTION_ID, InvalidationBatch }));
    },
  };
}
