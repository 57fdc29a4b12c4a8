import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";

/** The private bucket of uploads. */
export class Uploads {
  readonly #client = new S3Client({});
  readonly #bucket: string;

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  /** The whole file, at most as large as its presigned form allowed; `undefined` if it is missing. */
  async read(key: string): Promise<Buffer | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
      return Body && Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  /** The size of a file in bytes; `undefined` if it is missing. */
  async readSize(key: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }));
      return ContentLength;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /** Stores a verified file under its permanent key. */
  async store(permanentKey: string, file: Buffer, mime: string) {
    const target = { Bucket: this.#bucket, Key: permanentKey };
    await this.#client.send(new PutObjectCommand({ ...target, Body: file, ContentType: mime }));
  }

  /** Deletes a file; a missing one is fine. */
  async remove(key: string) {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }
}

export const openUploads = ({ ORIGINALS_BUCKET }: { readonly ORIGINALS_BUCKET: string }) =>
  new Uploads(ORIGINALS_BUCKET);
