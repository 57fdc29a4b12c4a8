import { GetObjectCommand, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { previewObject } from "#lambdas/areas/media/preview-paths.ts";

/** The previews that everyone may see, to be read. */
export interface ShownPreviews {
  /** One as JPEG, by a preview's nominal width; `undefined` where it is gone. */
  read(previewKey: string, nominal: number): Promise<Buffer | undefined>;
}

export function openShownPreviews({ PREVIEWS_BUCKET }: { readonly PREVIEWS_BUCKET: string }): ShownPreviews {
  const client = new S3Client({});
  return {
    async read(previewKey, nominal) {
      const Key = previewObject(previewKey, nominal, "jpeg");
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: PREVIEWS_BUCKET, Key }));
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
