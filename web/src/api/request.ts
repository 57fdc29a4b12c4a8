import type { BodyInputOf, Method, ParamsInputOf, QueryInputOf, Route } from "#shared/route.ts";
import { stripEmpty } from "./strip.ts";

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** What names the thing to read: the parts of a call that make its key. */
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
  readonly body?: Readonly<Record<string, unknown>>;
  /** Makes the API answer a repeated write with what the first one did. */
  readonly idempotencyKey?: string;
}

/** Fills a route's path; a missing parameter is a programming mistake and throws. */
export function pathOf(path: string, params: object = {}): string {
  const values = new Map(Object.entries(params));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined || value === null || value === "") throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(String(value));
  });
}

const textsOf = (query: object = {}) =>
  Object.fromEntries(Object.entries(stripEmpty(query)).map(([name, value]) => [name, String(value)]));

/** Writes always carry a JSON body, even an empty one: the session calls are refused without that content type. */
export function requestOf(route: Route, input: LooseInput = {}, keep: readonly string[] = []): ApiRequest {
  const { method } = route;
  return {
    method,
    path: pathOf(route.path, input.params),
    query: textsOf(input.query),
    ...(method === "POST" || method === "PATCH" || input.body ? { body: stripEmpty(input.body ?? {}, keep) } : {}),
  };
}
