import { DeleteObjectsCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { AVATAR_WIDTHS, PREVIEW_WIDTHS } from "#shared/limits.ts";
import { PREVIEW_FORMATS, type PreviewFormat, previewObject } from "./preview-paths.ts";

/** One picture made from an upload. */
export interface Derivative {
  /** One of the preview or avatar widths; the picture itself may be narrower. */
  readonly nominal: number;
  readonly format: PreviewFormat;
  readonly data: Buffer;
}

/** The bucket behind /media, whose objects never change. */
export class Previews {
  readonly #client = new S3Client({});
  readonly #bucket: string;

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  async put(previewKey: string, derivatives: readonly Derivative[]) {
    await Promise.all(
      derivatives.map(({ nominal, format, data }) =>
        this.#client.send(
          new PutObjectCommand({
            Bucket: this.#bucket,
            Key: previewObject(previewKey, nominal, format),
            Body: data,
            ContentType: `image/${format}`,
            CacheControl: "public, max-age=31536000, immutable",
          }),
        ),
      ),
    );
  }

  /** Deletes every preview of a folder; ones that are gone already are fine. Throws when one is left. */
  async remove(previewKey: string) {
    const Objects = [...AVATAR_WIDTHS, ...PREVIEW_WIDTHS].flatMap((nominal) =>
      PREVIEW_FORMATS.map((format) => ({ Key: previewObject(previewKey, nominal, format) })),
    );
    const request = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
    // S3 answers 200 even if it deleted nothing.
    const { Errors: [failed] = [] } = await this.#client.send(request);
    if (failed) throw new Error(`Preview ${failed.Key} could not be deleted: ${failed.Code} ${failed.Message}`);
  }
}

export const openPreviews = ({ PREVIEWS_BUCKET }: { readonly PREVIEWS_BUCKET: string }) =>
  new Previews(PREVIEWS_BUCKET);
