import { createReadStream, createWriteStream, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { newPath, Replica } from "./replica.ts";
import { SNAPSHOT_KEY } from "./snapshot-key.ts";

export class Snapshots {
  readonly #client = new S3Client({});
  readonly #bucket: string;

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  /** The newest snapshot's replica, or an empty one. */
  async load(): Promise<Replica> {
    const request = new GetObjectCommand({ Bucket: this.#bucket, Key: SNAPSHOT_KEY });
    const object = await this.#client.send(request).catch((error) => {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    });
    if (!object?.Body) return Replica.empty();
    const path = newPath();
    await pipeline(object.Body as Readable, createZstdDecompress(), createWriteStream(path));
    return Replica.open(path);
  }

  async save(replica: Replica) {
    const [path, compressed] = [newPath(), newPath()];
    try {
      replica.save(path);
      await pipeline(createReadStream(path), createZstdCompress(), createWriteStream(compressed));
      await this.#client.send(
        new PutObjectCommand({ Bucket: this.#bucket, Key: SNAPSHOT_KEY, Body: await readFile(compressed) }),
      );
    } finally {
      for (const file of [path, compressed]) rmSync(file, { force: true });
    }
  }
}
