import { DeleteObjectsCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { Preview } from "#shared/model/media.ts";
import { AVATAR_WIDTHS, PREVIEW_WIDTHS } from "#shared/picture-widths.ts";
import {
  buildLicensedObjectKey,
  buildPreviewObjectKey,
  buildWithheldObjectKey,
  computePreviewSize,
  listWidths,
  PREVIEW_FORMATS,
  type PreviewFormat,
} from "./preview-paths.ts";

/** One picture made from an upload. */
export interface Derivative {
  /** One of the preview or avatar widths; the picture itself may be narrower. */
  readonly nominal: number;
  readonly format: PreviewFormat;
  readonly data: Buffer;
}

interface Place {
  readonly bucket: string;
  readonly buildKey: typeof buildPreviewObjectKey;
  /** Of the objects, which never change. */
  readonly cacheControl: string;
}

/** The previews of a bucket, in folders. */
export class Previews {
  readonly #client = new S3Client({});
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async put(folder: string, derivatives: readonly Derivative[]) {
    const { bucket, buildKey, cacheControl } = this.#place;
    await Promise.all(
      derivatives.map(({ nominal, format, data }) =>
        this.#client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: buildKey(folder, nominal, format),
            Body: data,
            ContentType: `image/${format}`,
            CacheControl: cacheControl,
          }),
        ),
      ),
    );
  }

  /** The smallest JPEG of a folder. Throws without one. */
  async readSmallest(folder: string): Promise<Uint8Array> {
    const { bucket, buildKey } = this.#place;
    const request = new GetObjectCommand({ Bucket: bucket, Key: buildKey(folder, PREVIEW_WIDTHS[0], "jpeg") });
    const { Body } = await this.#client.send(request);
    if (!Body) throw new Error(`The smallest preview of ${folder} is empty`);
    return Body.transformToByteArray();
  }

  /** The largest JPEG of an avatar; `undefined` if it is deleted. */
  async readAvatar(folder: string): Promise<Uint8Array | undefined> {
    const { bucket, buildKey } = this.#place;
    const request = new GetObjectCommand({
      Bucket: bucket,
      Key: buildKey(folder, Math.max(...AVATAR_WIDTHS), "jpeg"),
    });
    const object = await this.#client.send(request).catch((error) => {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    });
    return object?.Body?.transformToByteArray();
  }

  /** Links, valid for a minute, to every preview of a picture in a private bucket. */
  signPreviews(folder: string, width: number, height: number): Promise<Preview[]> {
    const { bucket, buildKey } = this.#place;
    const sign = (nominal: number, format: PreviewFormat) =>
      getSignedUrl(this.#client, new GetObjectCommand({ Bucket: bucket, Key: buildKey(folder, nominal, format) }), {
        expiresIn: LIFETIMES.originalLink,
      });
    return Promise.all(
      listWidths(folder, width, height).map(async (nominal) => {
        const [avif, webp, jpeg] = await Promise.all([
          sign(nominal, "avif"),
          sign(nominal, "webp"),
          sign(nominal, "jpeg"),
        ]);
        return { ...computePreviewSize(nominal, width, height), avif, webp, jpeg };
      }),
    );
  }

  /** Every existing preview of a folder. */
  async read(folder: string): Promise<Derivative[]> {
    const { bucket, buildKey } = this.#place;
    const wanted = PREVIEW_WIDTHS.flatMap((nominal) => PREVIEW_FORMATS.map((format) => ({ nominal, format })));
    const found = await Promise.all(
      wanted.map(async ({ nominal, format }) => {
        const request = new GetObjectCommand({ Bucket: bucket, Key: buildKey(folder, nominal, format) });
        const object = await this.#client.send(request).catch((error) => {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        });
        const bytes = await object?.Body?.transformToByteArray();
        return bytes ? [{ nominal, format, data: Buffer.from(bytes) }] : [];
      }),
    );
    return found.flat();
  }

  /** Deletes every preview of a folder; missing ones are fine. Throws if one couldn't be deleted. */
  async remove(folder: string) {
    const { bucket, buildKey } = this.#place;
    const Objects = [...AVATAR_WIDTHS, ...PREVIEW_WIDTHS].flatMap((nominal) =>
      PREVIEW_FORMATS.map((format) => ({ Key: buildKey(folder, nominal, format) })),
    );
    const request = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
    // S3 answers 200 even if it deleted nothing.
    const { Errors: [failed] = [] } = await this.#client.send(request);
    if (failed) throw new Error(`Preview ${failed.Key} could not be deleted: ${failed.Code} ${failed.Message}`);
  }
}

/** Public previews, behind /media. */
export const openPreviews = ({ PREVIEWS_BUCKET }: { readonly PREVIEWS_BUCKET: string }) =>
  new Previews({
    bucket: PREVIEWS_BUCKET,
    buildKey: buildPreviewObjectKey,
    cacheControl: "public, max-age=31536000, immutable",
  });

/** Previews of paid artwork without a watermark, reachable by signed links only. */
export const openLicensedPreviews = ({ ORIGINALS_BUCKET }: { readonly ORIGINALS_BUCKET: string }) =>
  new Previews({
    bucket: ORIGINALS_BUCKET,
    buildKey: buildLicensedObjectKey,
    cacheControl: `private, max-age=${LIFETIMES.originalLink}`,
  });

/** Previews of blocked artwork, reachable by the operators' signed links only. */
export const openWithheldPreviews = ({ ORIGINALS_BUCKET }: { readonly ORIGINALS_BUCKET: string }) =>
  new Previews({ bucket: ORIGINALS_BUCKET, buildKey: buildWithheldObjectKey, cacheControl: "no-store" });
