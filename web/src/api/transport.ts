import { apiErrorOf, networkError } from "./error.ts";
import type { ApiRequest } from "./request.ts";

/** A call's outcome as the network gave it: any status, the body parsed (undefined when there is none). */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one request once; throws a network ApiError when no answer came. */
export type Transport = (request: ApiRequest, token: string | null) => Promise<Answer>;

/** An answer's text as JSON; undefined where it is none. */
export const parsed = (text: string | undefined): unknown => {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

/** The browser's own client: enough for what needs no token, and a visitor's first view does without any other. */
export const plainTransport: Transport = async ({ method, path, query, body }) => {
  const headers = { "content-type": "application/json" };
  const search = new URLSearchParams(query).toString();
  try {
    const response = await fetch(search ? `${path}?${search}` : path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: parsed(await response.text()) };
  } catch {
    throw networkError();
  }
};

/** Loads the real client on first use, so that it stays out of the first view's script. */
export const lazily = (load: () => Promise<Transport>): Transport => {
  let loading: Promise<Transport> | undefined;
  return async (request, token) => {
    loading ??= load();
    return (await loading)(request, token);
  };
};

/** Reads without a token by the browser's own client, and everything else by another. */
export const visitorsRead =
  (other: Transport): Transport =>
  (request, token) =>
    (request.method === "GET" && token === null ? plainTransport : other)(request, token);

/** One exchange; answers with the body and throws an ApiError for any failure. */
export async function exchange(transport: Transport, request: ApiRequest, token: string | null): Promise<unknown> {
  const { status, body } = await transport(request, token);
  if (status >= 400) throw apiErrorOf(status, body);
  return body;
}
