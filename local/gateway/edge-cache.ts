import { buffer } from "node:stream/consumers";
import type { Lifetimes } from "#local/template/forwarding.ts";
import type { EdgeRequest, EdgeResponse } from "./message.ts";

/** Seconds for which CloudFront caches an error without a setting in the distribution or its headers. */
export const ERROR_SECONDS = 10;

/** Errors that CloudFront keeps; the first only if they don't forbid it, the last only if they name a lifetime. */
const KEPT_UNLESS_FORBIDDEN = [404, 410, 414, 501];
const ALWAYS_KEPT = [405, 500, 502, 503, 504];
const KEPT_BY_OWN_LIFETIME = [400, 403, 412, 415];

const MAX_OBJECT_BYTES = 4 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

interface CacheEntry {
  readonly response: EdgeResponse & { readonly body: Buffer };
  /** Epoch milliseconds. */
  readonly stored: number;
  readonly until: number;
}

const FORBIDS_COPIES = /\b(no-store|no-cache|private)\b/;

/** The lifetime in seconds that a response names for shared caches. */
function ownLifetime(cacheControl: string): number | undefined {
  const age = /\bs-maxage=(\d+)/.exec(cacheControl) ?? /\bmax-age=(\d+)/.exec(cacheControl);
  return age ? Number(age[1]) : undefined;
}

function ttlOfError(status: number, cacheControl: string, max: number, least: number): number {
  const own = ownLifetime(cacheControl);
  if (KEPT_BY_OWN_LIFETIME.includes(status) && own === undefined) return 0;
  if (KEPT_UNLESS_FORBIDDEN.includes(status) && FORBIDS_COPIES.test(cacheControl)) return 0;
  const isKept = [...KEPT_UNLESS_FORBIDDEN, ...ALWAYS_KEPT, ...KEPT_BY_OWN_LIFETIME].includes(status);
  return isKept ? Math.max(least, Math.min(max, own ?? 0)) : 0;
}

/**
 * The TTL in seconds: the response's own within the policy's bounds, or the policy's default. An error's own counts when it
 * is longer than what the distribution says of its status.
 */
export function getTtl(
  response: EdgeResponse,
  { min, standard, max }: Lifetimes,
  errorLifetime = (_status: number) => ERROR_SECONDS,
): number {
  const cacheControl = response.headers["cache-control"] ?? "";
  if (response.status >= 400) return ttlOfError(response.status, cacheControl, max, errorLifetime(response.status));
  if (FORBIDS_COPIES.test(cacheControl)) return min;
  const own = ownLifetime(cacheControl);
  return own === undefined ? standard : Math.min(max, Math.max(min, own));
}

const matches = (pattern: string, path: string) =>
  pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

const strongTag = (value: string) => value.trim().replace(/^W\//, "");

const isUnchanged = ({ headers }: EdgeRequest, etag = "") =>
  headers["if-none-match"]?.split(",").map(strongTag).includes(strongTag(etag)) ?? false;

/** Copies by path and query; evicts the least recently used when it is full. */
export function createEdgeCache(now = Date.now, errorLifetime = (_status: number) => ERROR_SECONDS) {
  const entries = new Map<string, CacheEntry>();
  let bytes = 0;

  function remove(key: string) {
    bytes -= entries.get(key)?.response.body.length ?? 0;
    entries.delete(key);
  }

  function store(key: string, entry: CacheEntry) {
    remove(key);
    entries.set(key, entry);
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
    /**
     * Reads from the cache while the copy is fresh, from the origin otherwise; range requests go to the origin. Lifetimes
     * of zero leave errors in the cache all the same, if they name no lifetime.
     */
    async read(
      request: EdgeRequest,
      lifetimes: Lifetimes,
      fetchOrigin: (request: EdgeRequest) => Promise<EdgeResponse>,
      key = request.path,
    ) {
      if (request.method !== "GET" || request.headers.range) return fetchOrigin(request);
      const cached = entries.get(key);
      if (cached && cached.until > now()) {
        entries.delete(key);
        entries.set(key, cached);
        return serve(cached, request, true);
      }
      const { "if-none-match": _tag, "if-modified-since": _since, ...headers } = request.headers;
      const keepsErrorsOnly = lifetimes.max === 0;
      const response = await fetchOrigin(keepsErrorsOnly ? request : { ...request, headers });
      const ttl = getTtl(response, lifetimes, errorLifetime);
      const namesLifetime = ownLifetime(response.headers["cache-control"] ?? "") !== undefined;
      if (keepsErrorsOnly && (ttl === 0 || namesLifetime)) return response;
      if (Number(response.headers["content-length"] ?? 0) > MAX_OBJECT_BYTES) return response;
      const body = Buffer.isBuffer(response.body) ? response.body : await buffer(response.body);
      const stored = now();
      const entry = { response: { ...response, body }, stored, until: stored + ttl * 1000 };
      store(key, entry);
      return serve(entry, request, false);
    },
    /** Removes the entries of these paths, query included; a trailing `*` matches any suffix. */
    drop(patterns: readonly string[]) {
      for (const key of entries.keys()) if (patterns.some((pattern) => matches(pattern, key))) remove(key);
    },
  };
}
