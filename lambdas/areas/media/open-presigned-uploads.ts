import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { LIFETIMES } from "#shared/lifetimes.ts";

/** A file that a browser will upload; `bytes` is its exact size. */
interface Announced {
  readonly key: string;
  readonly mime: string;
  readonly bytes: number;
}

/** Presigned forms by which browsers upload files to the private bucket. */
export function openPresignedUploads({ ORIGINALS_BUCKET }: { readonly ORIGINALS_BUCKET: string }) {
  const client = new S3Client({});
  return {
    /** URL and fields for uploading exactly this file within ten minutes. */
    sign: ({ key, mime, bytes }: Announced) =>
      createPresignedPost(client, {
        Bucket: ORIGINALS_BUCKET,
        Key: key,
        Expires: LIFETIMES.upload,
        Fields: { "Content-Type": mime },
        Conditions: [
          ["content-length-range", bytes, bytes],
          ["eq", "$Content-Type", mime],
        ],
      }),
  };
}
