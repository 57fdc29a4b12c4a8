import type { BodyInputOf, Method, ParamsInputOf, QueryInputOf, Route } from "#shared/route.ts";
import { networkError, toApiError } from "./response.ts";

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** The parts of a call that identify what is read, and so make its cache key. */
export type ReadInput<R extends Route> = Part<"params", ParamsInputOf<R>> & Part<"query", QueryInputOf<R>>;

/** Everything a caller gives to a route; parts that the route doesn't declare can't be given. */
export type CallInput<R extends Route> = ReadInput<R> & Part<"body", BodyInputOf<R>>;

/** The same without types, for code that works on any route. */
export interface LooseInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** A call as it goes over the wire. */
export interface ApiRequest {
  readonly method: Method;
  /** Filled in, with a leading slash and without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Makes the API answer a repeated write with what the first one did. */
  readonly idempotencyKey?: string;
  /** The success body is a file, to be given as its bytes. */
  readonly isForFile?: boolean;
}

const isEmpty = (value: unknown) => {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype && !Object.keys(value).length;
};

/**
 * Drops empty texts, lists, objects and null; booleans and numbers always stay.
 * `keep` names fields whose emptiness is meant, such as a description that is to be cleared.
 */
export function stripEmpty(values: object, keep: readonly string[] = []): object {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => keep.includes(name) || !isEmpty(value)));
}

/** Fills a route's path; a missing parameter is a programming mistake and throws. */
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

/** Any status, and the body as parsed JSON or a file's bytes; undefined when there is none. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one request once; throws a network ApiError when no response came. */
export type Transport = (request: ApiRequest, token: string | null) => Promise<ApiResponse>;

/** A response's text as JSON; undefined when it isn't JSON. */
export const parseJson = (text: string | undefined): unknown => {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

/** A response's body: a file's bytes where one was asked for and came, else JSON. */
export const readBody = async (
  { isForFile }: ApiRequest,
  response: Pick<Response, "blob" | "text"> & { readonly ok?: boolean },
): Promise<unknown> =>
  isForFile && response.ok !== false
    ? new Uint8Array(await (await response.blob()).arrayBuffer())
    : parseJson(await response.text());

/** The headers that tell who calls, and which attempts are the same call. */
export const buildHeaders = ({ idempotencyKey }: ApiRequest, token: string | null): Record<string, string> => ({
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
  ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
});

/**
 * Sends by the browser's own `fetch`, which is all that a visitor's first view needs. What isn't a read continues when the
 * page is left: the answer to a refresh of the session brings the only refresh token that still counts.
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
    return { status: response.status, body: await readBody(request, response) };
  } catch {
    throw networkError();
  }
};

/**
 * Reads without a token go through `fetch`; every other call through the client that `load` brings on first use, which
 * stays out of the first view's script. Where that doesn't come, `fetch` takes its place.
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
  const { status, body } = await transport(request, token);
  if (status >= 400) throw toApiError(status, body);
  return body;
}
