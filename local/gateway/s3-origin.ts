import type { Readable } from "node:stream";
import type { EdgeRequest, EdgeResponse } from "./message.ts";

/** An object as the S3 stand-in hands it over. */
export interface StoredObject {
  body: Buffer | Uint8Array | Readable;
  size: number;
  etag: string;
  contentType?: string;
  lastModified?: Date;
  /** Other stored headers such as cache-control, lower case. */
  headers?: Record<string, string>;
}

export type ReadObject = (bucket: string, key: string) => Promise<StoredObject | undefined>;

const xmlError = (status: number, code: string, text: string): EdgeResponse => ({
  status,
  headers: { "content-type": "application/xml" },
  cookies: [],
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message></Error>`,
  ),
});

const withoutWeak = (etag: string) => etag.trim().replace(/^W\//, "");

function isUnchanged(headers: Record<string, string>, etag: string, lastModified: Date | undefined): boolean {
  const tags = headers["if-none-match"];
  if (tags) return tags === "*" || tags.split(",").map(withoutWeak).includes(withoutWeak(etag));
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

/** First and last byte of a single range within `size` bytes, or nothing when the header asks for something else. */
export function rangeOf(header: string | undefined, size: number): { first: number; last: number } | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (!from && !to) return undefined;
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first <= last ? { first, last } : undefined;
}

function keyOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path).replace(/^\//, "");
  } catch {
    return undefined;
  }
}

/**
 * Reads a bucket as CloudFront does with origin access control: a missing object is a 403,
 * unless the distribution may list the bucket, which makes it a 404.
 */
export async function readFromBucket(
  { name, saysNotFound }: { name: string; saysNotFound: boolean },
  request: Pick<EdgeRequest, "method" | "path" | "headers">,
  readObject: ReadObject,
): Promise<EdgeResponse> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return xmlError(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
  }
  const key = keyOf(request.path);
  const object = key ? await readObject(name, key) : undefined;
  if (!object) {
    return saysNotFound
      ? xmlError(404, "NoSuchKey", "The specified key does not exist.")
      : xmlError(403, "AccessDenied", "Access Denied");
  }
  const { size, etag, lastModified } = object;
  const headers: Record<string, string> = {
    "content-type": object.contentType ?? "binary/octet-stream",
    etag,
    "accept-ranges": "bytes",
    ...(lastModified && { "last-modified": lastModified.toUTCString() }),
    ...object.headers,
  };
  if (isUnchanged(request.headers, etag, lastModified)) {
    const { "content-type": _type, ...kept } = headers;
    return { status: 304, headers: kept, cookies: [], body: Buffer.alloc(0) };
  }
  const whole = object.body instanceof Uint8Array ? Buffer.from(object.body) : object.body;
  const range = Buffer.isBuffer(whole) ? rangeOf(request.headers.range, size) : undefined;
  if (range && Buffer.isBuffer(whole)) {
    const body = whole.subarray(range.first, range.last + 1);
    const contentRange = `bytes ${range.first}-${range.last}/${size}`;
    return {
      status: 206,
      headers: { ...headers, "content-range": contentRange, "content-length": String(body.length) },
      cookies: [],
      body,
    };
  }
  return { status: 200, headers: { ...headers, "content-length": String(size) }, cookies: [], body: whole };
}
