import { Amplify } from "@aws-amplify/core";
import { del, get, patch, post } from "aws-amplify/api";
import { networkError } from "./error.ts";
import type { ApiRequest } from "./request.ts";
import { type Answer, parsed, type Transport } from "./transport.ts";

const API = "site";

interface FailedResponse {
  readonly response?: { readonly statusCode: number; readonly body?: string };
}

const bearer = (token: string | null): Record<string, string> => (token ? { Authorization: `Bearer ${token}` } : {});

/** The library's own types know only JSON values; ours were stripped and come from the contract. */
type JsonBody = NonNullable<NonNullable<Parameters<typeof post>[0]["options"]>["body"]>;

const once = (key: string | undefined): Record<string, string> => (key ? { "Idempotency-Key": key } : {});

function operation({ method, path, query, body, idempotencyKey }: ApiRequest, token: string | null) {
  const input = { apiName: API, path: path.slice(1) };
  const options = { headers: { ...bearer(token), ...once(idempotencyKey) }, queryParams: { ...query } };
  const json = { ...options, body: { ...body } as JsonBody };
  if (method === "GET") return get({ ...input, options });
  if (method === "DELETE") return del({ ...input, options: body ? json : options });
  return (method === "PATCH" ? patch : post)({ ...input, options: json });
}

async function send(request: ApiRequest, token: string | null): Promise<Answer> {
  try {
    const response = await operation(request, token).response;
    if (!("body" in response) || response.statusCode === 204) return { status: response.statusCode, body: undefined };
    return { status: response.statusCode, body: parsed(await response.body.text()) };
  } catch (error) {
    const { response } = error as FailedResponse;
    if (!response) throw networkError();
    return { status: response.statusCode, body: parsed(response.body) };
  }
}

/**
 * Configures Amplify for our one origin. Its retries are off because they repeat writes,
 * and its own asking for tokens because ours live in the session, which `tokenOf` reads.
 */
export function amplifyTransport(tokenOf: () => string | null): Transport {
  Amplify.configure(
    { API: { REST: { [API]: { endpoint: "/" } } } },
    {
      API: { REST: { retryStrategy: { strategy: "no-retry" }, defaultAuthMode: "none" } },
      Auth: {
        tokenProvider: {
          getTokens: async () => {
            const token = tokenOf();
            return token ? { accessToken: { payload: {}, toString: () => token } } : null;
          },
        },
      },
    },
  );
  return send;
}
