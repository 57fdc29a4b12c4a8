import { Amplify } from "@aws-amplify/core";
import { del, get, patch, post } from "aws-amplify/api";
import {
  type ApiRequest,
  type ApiResponse,
  buildHeaders,
  parseJson,
  parseRetryAfter,
  readBody,
  type Transport,
} from "./request.ts";
import { networkError } from "./response.ts";

const API_NAME = "site";

interface FailedResponse {
  readonly response?: {
    readonly statusCode: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

/** Amplify types a body as JSON values; ours comes from the contract. */
type JsonBody = NonNullable<NonNullable<Parameters<typeof post>[0]["options"]>["body"]>;

function operation(request: ApiRequest, token: string | null) {
  const { method, path, query, body } = request;
  const input = { apiName: API_NAME, path: path.slice(1) };
  const options = { headers: buildHeaders(request, token), queryParams: { ...query } };
  const json = { ...options, body: { ...body } as JsonBody };
  if (method === "GET") return get({ ...input, options });
  if (method === "DELETE") return del({ ...input, options: body ? json : options });
  return (method === "PATCH" ? patch : post)({ ...input, options: json });
}

async function send(request: ApiRequest, token: string | null): Promise<ApiResponse> {
  try {
    const response = await operation(request, token).response;
    if (!("body" in response) || response.statusCode === 204) return { status: response.statusCode, body: undefined };
    return { status: response.statusCode, body: await readBody(request, response.body) };
  } catch (error) {
    const { response } = error as FailedResponse;
    if (!response) throw networkError();
    const retryAfter = parseRetryAfter(response.headers?.["retry-after"]);
    return { status: response.statusCode, body: parseJson(response.body), retryAfter };
  }
}

/**
 * Configures Amplify for our origin, without retries, which would repeat writes, and without its sign-in, as the session
 * holds the token.
 */
export function amplifyTransport(currentToken: () => string | null): Transport {
  Amplify.configure(
    { API: { REST: { [API_NAME]: { endpoint: "/" } } } },
    {
      API: { REST: { retryStrategy: { strategy: "no-retry" }, defaultAuthMode: "none" } },
      Auth: {
        tokenProvider: {
          getTokens: async () => {
            const token = currentToken();
            return token ? { accessToken: { payload: {}, toString: () => token } } : null;
          },
        },
      },
    },
  );
  return send;
}
