import { buffer } from "node:stream/consumers";
import type { Lifetimes } from "#local/template/forwarding.ts";
import type { EdgeRequest, EdgeResponse } from "./message.ts";

/** CloudFront's default TTL of an error response. */
const ERROR_TTL_SECONDS = 10;
const MAX_OBJECT_BYTES = 4 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

interface CacheEntry {
  readonly response: EdgeResponse & { readonly body: Buffer };
  /** Epoch milliseconds. */
  readonly stored: number;
  readonly until: number;
}

/** The TTL in seconds: the response's own within the policy's bounds, or the policy's default. */
export function ttlOf({ status, headers }: EdgeResponse, { min, standard, max }: Lifetimes): number {
  if (status >= 400) return ERROR_TTL_SECONDS;
  const cacheControl = headers["cache-control"] ?? "";
  if (/\b(no-store|no-cache|private)\b/.test(cacheControl)) return min;
  const age = /\bs-maxage=(\d+)/.exec(cacheControl) ?? /\bmax-age=(\d+)/.exec(cacheControl);
  return age ? Math.min(max, Math.max(min, Number(age[1]))) : standard;
}

const matches = (pattern: string, path: string) =>
  pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

const strongTag = (value: string) => value.trim().replace(/^W\//, "");

const isUnchanged = ({ headers }: EdgeRequest, etag = "") =>
  headers["if-none-match"]?.split(",").map(strongTag).includes(strongTag(etag)) ?? false;

/** The edge cache of bucket files; evicts the least recently used when it is full. */
export function createEdgeCache(now = Date.now) {
  const entries = new Map<string, CacheEntry>();
  let bytes = 0;

  function remove(path: string) {
    bytes -= entries.get(path)?.response.body.length ?? 0;
    entries.delete(path);
  }

  function store(path: string, entry: CacheEntry) {
    remove(path);
    entries.set(path, entry);
    bytes += entry.response.body.length;
    for (const oldest of entries.keys()) {
      if (bytes <= MAX_TOTAL_BYTES) break;
      remove(oldest);
    }
  }

  function serve({ response, stored }: CacheEntry, request: EdgeRequest, hit: boolean): EdgeResponse {
    const state: Record<string, string> = hit
      ? { age: String(Math.floor((now() - stored) / 1000)), "x-cache": "Hit from cloudfront" }
      : { "x-cache": "Miss from cloudfront" };
    const headers = { ...response.headers, ...state };
    if (response.status !== 200 || !isUnchanged(request, headers.etag)) return { ...response, headers };
    const { "content-length": _size, "content-type": _type, ...rest } = headers;
    return { status: 304, headers: rest, cookies: [], body: Buffer.alloc(0) };
  }

  return {
    /** Reads a file from the cache while it is fresh, from the origin otherwise; range requests go to the origin. */
    async read(
      request: EdgeRequest,
      lifetimes: Lifetimes,
      fetchOrigin: (request: EdgeRequest) => Promise<EdgeResponse>,
    ) {
      if (request.method !== "GET" || request.headers.range || lifetimes.max === 0) return fetchOrigin(request);
      const known = entries.get(request.path);
      if (known && known.until > now()) {
        entries.delete(request.path);
        entries.set(request.path, known);
        return serve(known, request, true);
      }
      const { "if-none-match": _tag, "if-modified-since": _since, ...headers } = request.headers;
      const response = await fetchOrigin({ ...request, headers });
      if (Number(response.headers["content-length"] ?? 0) > MAX_OBJECT_BYTES) return response;
      const body = Buffer.isBuffer(response.body) ? response.body : await buffer(response.body);
      const stored = now();
      const entry = { response: { ...response, body }, stored, until: stored + ttlOf(response, lifetimes) * 1000 };
      store(request.path, entry);
      return serve(entry, request, false);
    },
    /** Removes the entries of these paths; a trailing `*` matches any suffix. */
    drop(patterns: readonly string[]) {
      for (const path of entries.keys()) if (patterns.some((pattern) => matches(pattern, path))) remove(path);
    },
  };
}
