import { ByteReader } from "./byte-reader.ts";
import { S3Error } from "./errors.ts";

/** S3's limit for the fields before the file. */
const MAX_FIELDS_BYTES = 20_000;

export type FormField = { name: string; value: string };
export type FormFile = { filename: string; chunks: AsyncIterable<Buffer> };
export type UploadForm = { fields: FormField[]; file?: FormFile };

/** Reads a multipart form up to its file, which stays in the stream; fields after the file are ignored. */
export async function readForm(source: AsyncIterable<Buffer>, contentType: string): Promise<UploadForm> {
  const [, quotedBoundary, bareBoundary] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quotedBoundary ?? bareBoundary;
  if (!boundary) throw malformed("The form has no boundary.");
  const reader = new ByteReader(source);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields: FormField[] = [];
  let left = MAX_FIELDS_BYTES;
  for (let line = await reader.line(); line === `--${boundary}` || line === ""; line = await reader.line()) {
    const { name, filename } = await partHead(reader);
    const chunks = reader.until(delimiter);
    if (name === "file") return { fields, file: { filename: filename ?? "", chunks } };
    const value = await readText(chunks, left);
    left -= name.length + value.length;
    fields.push({ name, value: value.toString() });
  }
  return { fields };
}

async function partHead(reader: ByteReader): Promise<{ name: string; filename: string | undefined }> {
  let disposition = "";
  for (let line = await reader.line(); line !== ""; line = await reader.line()) {
    if (/^content-disposition:/i.test(line)) disposition = line;
  }
  const parameter = (key: string) => new RegExp(`[;\\s]${key}="((?:[^"\\\\]|\\\\.)*)"`, "i").exec(disposition)?.[1];
  const name = parameter("name");
  if (name === undefined) throw malformed("A part of the form has no name.");
  return { name, filename: parameter("filename") };
}

async function readText(chunks: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) {
      const message = "Your POST request fields preceding the upload file were too large.";
      throw new S3Error("MaxPostPreDataLengthExceeded", 400, message);
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

const malformed = (message: string) => new S3Error("MalformedPOSTRequest", 400, message);
