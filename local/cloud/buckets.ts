import { LOCAL_CREDENTIALS } from "#local/services/credentials.ts";
import type { BucketSpec } from "#local/template/buckets.ts";
import { REGION } from "#local/template/names.ts";
import type { Services } from "./services.ts";

/** Makes the template's buckets; what they hold stays. */
export async function ensureBuckets(s3: Services["s3"], buckets: BucketSpec[]): Promise<void> {
  for (const { name, cors } of buckets) await s3.ensureBucket({ name, cors });
}

/** A client of the stand-in, loaded only when something must be put there. */
export async function connectS3(endpoint: string) {
  const { S3Client } = await import("@aws-sdk/client-s3");
  return new S3Client({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS, forcePathStyle: true });
}
