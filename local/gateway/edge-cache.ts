import { buffer } from "node:stream/consumers";
import type { Lifetimes } from "#local/template/forwarding.ts";
import type { EdgeRequest, EdgeResponse } from "./message.ts";

/** What CloudFront keeps of an origin's failure unless told otherwise, in seconds. */
const ERROR_SECONDS = 10;
const LARGEST_BYTES = 4 * 1024 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;

interface Copy {
  readonly response: EdgeResponse & { readonly body: Buffer };
  /** Milliseconds since 1970. */
  readonly stored: number;
  readonly until: number;
}

/** Seconds that a response is kept: what it says itself within the policy's bounds, or the policy's default. */
function secondsFor({ status, headers }: EdgeResponse, { min, standard, max }: Lifetimes): number {
  if (status >= 400) return ERROR_SECONDS;
  const said = headers["cache-control"] ?? "";
  if (/\b(no-store|no-cache|private)\b/.test(said)) return min;
  const age = /\bs-maxage=(\d+)/.exec(said) ?? /\bmax-age=(\d+)/.exec(said);
  return age ? Math.min(max, Math.max(min, Number(age[1]))) : standard;
}

const matches = (pattern: string, path: string) =>
  pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

const asIs = (value: string) => value.trim().replace(/^W\//, "");

const isUnchanged = ({ headers }: EdgeRequest, etag = "") =>
  headers["if-none-match"]?.split(",").map(asIs).includes(asIs(etag)) ?? false;

/** The copies that the edge keeps of a bucket's files; the longest unused ones go when there are too many. */
export function createEdgeCache(now = Date.now) {
  const copies = new Map<string, Copy>();
  let bytes = 0;

  function forget(path: string) {
    bytes -= copies.get(path)?.response.body.length ?? 0;
    copies.delete(path);
  }

  function keep(path: string, copy: Copy) {
    forget(path);
    copies.set(path, copy);
    bytes += copy.response.body.length;
    for (const oldest of copies.keys()) {
      if (bytes <= MOST_BYTES) break;
      forget(oldest);
    }
  }

  function serve({ response, stored }: Copy, request: EdgeRequest, hit: boolean): EdgeResponse {
    const state: Record<string, string> = hit
      ? { age: String(Math.floor((now() - stored) / 1000)), "x-cache": "Hit from cloudfront" }
      : { "x-cache": "Miss from cloudfront" };
    const headers = { ...response.headers, ...state };
    if (response.status !== 200 || !isUnchanged(request, headers.etag)) return { ...response, headers };
    const { "content-length": _size, "content-type": _type, ...rest } = headers;
    return { status: 304, headers: rest, cookies: [], body: Buffer.alloc(0) };
  }

  return {
    /** The file from the edge while it is fresh, from its origin otherwise; parts of a file come from the origin. */
    async read(request: EdgeRequest, lifetimes: Lifetimes, ask: (request: EdgeRequest) => Promise<EdgeResponse>) {
      if (request.method !== "GET" || request.headers.range || lifetimes.max === 0) return ask(request);
      const known = copies.get(request.path);
      if (known && known.until > now()) {
        copies.delete(request.path);
        copies.set(request.path, known);
        return serve(known, request, true);
      }
      const { "if-none-match": _tag, "if-modified-since": _since, ...headers } = request.headers;
      const response = await ask({ ...request, headers });
      if (Number(response.headers["content-length"] ?? 0) > LARGEST_BYTES) return response;
      const body = Buffer.isBuffer(response.body) ? response.body : await buffer(response.body);
      const stored = now();
      const copy = { response: { ...response, body }, stored, until: stored + secondsFor(response, lifetimes) * 1000 };
      keep(request.path, copy);
      return serve(copy, request, false);
    },
    /** Drops the copies of these paths, of which a last `*` stands for any end. */
    drop(patterns: readonly string[]) {
      for (const path of copies.keys()) if (patterns.some((pattern) => matches(pattern, path))) forget(path);
    },
  };
}
