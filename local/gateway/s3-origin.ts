import { buffer } from "node:stream/consumers";
import type { ReadObject } from "#local/services/s3/s3.ts";
import { objectArn } from "#local/template/names.ts";
import type { EdgeRequest, EdgeResponse } from "./message.ts";

export type ReadBucket = (bucket: string, key: string) => Promise<ReadObject | undefined>;

const xmlError = (status: number, code: string, text: string): EdgeResponse => ({
  status,
  headers: { "content-type": "application/xml" },
  cookies: [],
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message></Error>`,
  ),
});

const withoutWeak = (etag: string) => etag.trim().replace(/^W\//, "");

function isUnchanged(headers: Record<string, string>, etag: string): boolean {
  const tags = headers["if-none-match"];
  return tags !== undefined && (tags === "*" || tags.split(",").map(withoutWeak).includes(withoutWeak(etag)));
}

/** First and last byte of a single range; undefined for other Range headers. */
function parseRange(header: string | undefined, size: number): { first: number; last: number } | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (!from && !to) return undefined;
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first <= last ? { first, last } : undefined;
}

function parseObjectKey(path: string): string | undefined {
  try {
    return decodeURIComponent(path).replace(/^\//, "");
  } catch {
    return undefined;
  }
}

/** True if the bucket's policy allows CloudFront the action on the resource. */
export type MayRead = (action: "s3:GetObject" | "s3:ListBucket", resource: string) => boolean;

const denied = () => xmlError(403, "AccessDenied", "Access Denied");

/**
 * Reads a bucket as CloudFront does with origin access control: what the bucket's policy doesn't allow is a 403,
 * and a missing object too unless the policy lets the distribution list the bucket.
 */
export async function readFromBucket(
  name: string,
  request: Pick<EdgeRequest, "method" | "path" | "headers">,
  readObject: ReadBucket,
  mayRead: MayRead,
): Promise<EdgeResponse> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return xmlError(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
  }
  const key = parseObjectKey(request.path);
  if (key && !mayRead("s3:GetObject", objectArn(name, key))) return denied();
  const object = key ? await readObject(name, key) : undefined;
  if (!object) {
    const mayList = mayRead("s3:ListBucket", objectArn(name));
    return mayList ? xmlError(404, "NoSuchKey", "The specified key does not exist.") : denied();
  }
  const { size, etag, body, contentType, cacheControl, contentEncoding } = object;
  const headers: Record<string, string> = {
    etag,
    "accept-ranges": "bytes",
    ...(cacheControl && { "cache-control": cacheControl }),
  };
  if (isUnchanged(request.headers, etag)) {
    body.destroy();
    return { status: 304, headers, cookies: [], body: Buffer.alloc(0) };
  }
  headers["content-type"] = contentType;
  if (contentEncoding) headers["content-encoding"] = contentEncoding;
  const range = parseRange(request.headers.range, size);
  if (!range) return { status: 200, headers: { ...headers, "content-length": String(size) }, cookies: [], body };

  const part = (await buffer(body)).subarray(range.first, range.last + 1);
  headers["content-range"] = `bytes ${range.first}-${range.last}/${size}`;
  return { status: 206, headers, cookies: [], body: part };
}
