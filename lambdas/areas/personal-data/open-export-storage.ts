import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { makeZip, predictLength } from "client-zip";
import { openUploads, type Uploads } from "../media/open-uploads.ts";
import type { ExportFile } from "./list-files.ts";

/** The private bucket, for reading originals and for keeping archives. */
export interface ExportStorage {
  readonly uploads: Pick<Uploads, "read" | "readSize" | "remove">;
  /**
   * Stores files as an uncompressed ZIP, since pictures are compressed, with one file at a time in memory. `reached` is
   * awaited before each. Returns the archive's size in bytes.
   */
  store(key: string, files: readonly ExportFile[], reached: (index: number) => Promise<unknown>): Promise<number>;
}

export function openExportStorage(environment: { readonly ORIGINALS_BUCKET: string }): ExportStorage {
  // A checksum would use a stream without backpressure; ZIP has one per file.
  const client = new S3Client({ requestChecksumCalculation: "WHEN_REQUIRED" });
  return {
    uploads: openUploads(environment),
    async store(key, files, reached) {
      const length = Number(predictLength(files.map(({ name, size }) => ({ name, size }))));
      async function* contents() {
        for (const [index, file] of files.entries()) {
          await reached(index);
          yield { name: file.name, input: await file.read() };
        }
      }
      const archive = Readable.fromWeb(makeZip(contents()) as ReadableStream);
      // The client waits for ever for a truncated body.
      const brokenOff = new AbortController();
      archive.once("error", (error) => brokenOff.abort(error));
      const command = new PutObjectCommand({
        Bucket: environment.ORIGINALS_BUCKET,
        Key: key,
        Body: archive,
        ContentLength: length,
        ContentType: "application/zip",
      });
      await client.send(command, { abortSignal: brokenOff.signal }).catch((error) => {
        throw brokenOff.signal.aborted ? brokenOff.signal.reason : error;
      });
      return length;
    },
  };
}
