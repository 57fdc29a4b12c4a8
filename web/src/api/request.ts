import type { Method, Route, RouteBodyInput, RouteParamsInput, RouteQueryInput } from "#shared/route.ts";
import { networkError, toApiError } from "./response.ts";

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** The parts of a call that make its cache key. */
export type ReadInput<R extends Route> = Part<"params", RouteParamsInput<R>> & Part<"query", RouteQueryInput<R>>;

/** The input of a call; only parts that the route declares. */
export type CallInput<R extends Route> = ReadInput<R> & Part<"body", RouteBodyInput<R>>;

/** A call's input without its route's types. */
export interface LooseInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** A call as an HTTP request. */
export interface ApiRequest {
  readonly method: Method;
  /** Filled in, with a leading slash and without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Makes the API answer a repeated write with the first one's result. */
  readonly idempotencyKey?: string;
  /** The success body is a file, returned as bytes. */
  readonly isForFile?: boolean;
}

const isEmpty = (value: unknown) => {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype && !Object.keys(value).length;
};

/**
 * Drops empty texts, lists, objects and null; booleans and numbers stay.
 * `keep` names fields that may be sent empty, e.g. to clear a description.
 */
export function stripEmpty(values: object, keep: readonly string[] = []): object {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => keep.includes(name) || !isEmpty(value)));
}

/** Fills a route's path; throws for a missing parameter. */
export function buildPath(path: string, params: object = {}): string {
  const values = new Map(Object.entries(params));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined || value === null || value === "") throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(String(value));
  });
}

const toQuery = (query: object = {}) =>
  Object.fromEntries(Object.entries(stripEmpty(query)).map(([name, value]) => [name, String(value)]));

/** Writes always carry a JSON body, even an empty one: the session calls are refused without that content type. */
export function buildRequest(route: Route, input: LooseInput = {}, keep: readonly string[] = []): ApiRequest {
  const { method } = route;
  return {
    method,
    path: buildPath(route.path, input.params),
    query: toQuery(input.query),
    ...(method === "POST" || method === "PATCH" || input.body ? { body: stripEmpty(input.body ?? {}, keep) } : {}),
    ...(route.produces ? { isForFile: true } : {}),
  };
}

/** Any status; the body is parsed JSON, a file's bytes, or undefined. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  /** The header `Retry-After` of a failure, in seconds. */
  readonly retryAfter?: number | undefined;
}

/** Sends one request once; throws a network ApiError without a response. */
export type Transport = (request: ApiRequest, token: string | null) => Promise<ApiResponse>;

/** A response's text as JSON; undefined when it isn't JSON. */
export const parseJson = (text: string | undefined): unknown => {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

/** Seconds in the header; a date or anything else counts as none. */
export const parseRetryAfter = (header: string | null | undefined) =>
  header && Number(header) > 0 ? Number(header) : undefined;

/** A response's body: a file's bytes if requested and successful, else JSON. */
export const readBody = async (
  { isForFile }: ApiRequest,
  response: Pick<Response, "blob" | "text"> & { readonly ok?: boolean },
): Promise<unknown> =>
  isForFile && response.ok !== false
    ? new Uint8Array(await (await response.blob()).arrayBuffer())
    : parseJson(await response.text());

/** Headers with the access token and the idempotency key. */
export const buildHeaders = ({ idempotencyKey }: ApiRequest, token: string | null): Record<string, string> => ({
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
  ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
});

/**
 * Sends with `fetch`, which is enough for a visitor's first view. Writes use `keepalive`, because a session refresh that is cut
 * off would lose the only valid refresh token.
 */
export const fetchTransport: Transport = async (request, token) => {
  const { method, path, query, body } = request;
  const headers = { "content-type": "application/json", ...buildHeaders(request, token) };
  const search = new URLSearchParams(query).toString();
  try {
    const response = await fetch(search ? `${path}?${search}` : path, {
      method,
      headers,
      keepalive: method !== "GET",
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const retryAfter = parseRetryAfter(response.headers.get("retry-after"));
    return { status: response.status, body: await readBody(request, response), retryAfter };
  } catch {
    throw networkError();
  }
};

/**
 * Reads without a token use `fetch`; other calls use the client that `load` imports on first use, to keep it out of the
 * first view's script, or `fetch` if the import fails.
 */
export function fetchOrLoad(load: () => Promise<Transport>): Transport {
  let loading: Promise<Transport> | undefined;
  return async (request, token) => {
    if (request.method === "GET" && token === null) return fetchTransport(request, token);
    loading ??= load().catch(() => fetchTransport);
    return (await loading)(request, token);
  };
}

/** Sends one request; resolves to the body and throws an ApiError for any failure. */
export async function exchange(transport: Transport, request: ApiRequest, token: string | null): Promise<unknown> {
  const { status, body, retryAfter } = await transport(request, token);
  if (status >= 400) throw toApiError(status, body, retryAfter);
  return body;
}
