import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Functions } from "#local/functions/functions.ts";
import type { Metrics } from "#local/monitoring/metrics.ts";
import { AWS_QUOTAS } from "#local/quotas.ts";
import { BodyTooLarge } from "#local/services/http-server.ts";
import type { HttpApi, HttpRoute } from "#local/template/http-api.ts";
import { qualified, routeArn } from "#local/template/names.ts";
import { apiEvent } from "./api-event.ts";
import { apiResponse } from "./api-response.ts";
import { type Authorization, createAuthorizer } from "./authorizer.ts";
import { type EdgeRequest, type EdgeResponse, message } from "./message.ts";
import { selectRoute } from "./select-route.ts";
import { createThrottle } from "./throttle.ts";

/** The only stage without a path prefix, so that CloudFront can forward paths unchanged. */
const STAGE = "$default";

/** Bytes of the request line and of the values of the headers, which is what API Gateway limits. */
const countHeadBytes = ({ method, path, query, headers }: EdgeRequest) =>
  Buffer.byteLength([method, " ", path, query && `?${query}`, " HTTP/1.1", ...Object.values(headers)].join(""));

/** The request handler of one HTTP API. Never rejects because of a client or a function. */
export function createHttpApi(api: HttpApi, functions: Pick<Functions, "invokeFor">, metrics?: Metrics) {
  const authorizers = new Map(
    api.routes.flatMap(({ authorizer }) => (authorizer ? [[authorizer, createAuthorizer(authorizer)] as const] : [])),
  );
  const stageThrottle = createThrottle(api.throttle);
  const throttles = new Map(Object.entries(api.routeThrottles).map(([key, limit]) => [key, createThrottle(limit)]));

  async function authorize(route: HttpRoute, request: EdgeRequest): Promise<Authorization | undefined> {
    if (!route.authorizer) return undefined;
    return authorizers.get(route.authorizer)?.(request.headers, route.scopes);
  }

  /** The function gets the request's id, so that its log lines are found by the id in the response. */
  async function integrate(
    route: HttpRoute,
    { method, date }: EdgeRequest,
    event: unknown,
    requestId: string,
  ): Promise<EdgeResponse> {
    if (Buffer.byteLength(JSON.stringify(event)) > AWS_QUOTAS.lambdaPayload.max)
      return message(413, "Request Entity Too Large");
    const timeout = new AbortController();
    const timedOut = sleep(route.timeoutMs, "timeout" as const, { signal: timeout.signal }).catch(
      () => "timeout" as const,
    );
    const sourceArn = routeArn(api.id, STAGE, route.routeKey.replace(/^\S+ /, method));
    const caller = { principal: "apigateway.amazonaws.com", sourceArn };
    const result = await Promise.race([
      functions.invokeFor(caller, qualified(route.functionName, route.qualifier), event, { requestId, date }),
      timedOut,
    ]);
    timeout.abort();
    if (result === "timeout") return message(503, "Service Unavailable");
    return "error" in result ? message(500, "Internal Server Error") : apiResponse(result.payload);
  }

  async function answer(request: EdgeRequest, requestId: string): Promise<EdgeResponse> {
    if (countHeadBytes(request) > AWS_QUOTAS.httpApiHead.max) return message(431, "Request Header Fields Too Large");
    const selected = selectRoute(api.routes, request.method, request.path);
    if (!selected) return message(404, "Not Found");
    const { route, pathParameters } = selected;
    const throttle = throttles.get(route.routeKey) ?? stageThrottle;
    if (!throttle()) return message(429, "Too Many Requests");

    const authorization = await authorize(route, request);
    if (authorization?.kind === "refused") {
      const { status, reason } = authorization;
      const challenge = reason ? `Bearer scope="" error="invalid_token" error_description="${reason}"` : "Bearer";
      return message(status, status === 401 ? "Unauthorized" : "Forbidden", {
        "www-authenticate": challenge.replaceAll(/[^\x20-\x7e]/g, " "),
      });
    }
    const body = await request.readBody(AWS_QUOTAS.httpApiPayload.max);
    const { claims, scopes } = authorization ?? {};
    const { routeKey } = route;
    const event = apiEvent(request, body, { apiId: api.id, routeKey, pathParameters, requestId, claims, scopes });
    return integrate(route, request, event, requestId);
  }

  return async (request: EdgeRequest): Promise<EdgeResponse> => {
    const requestId = randomUUID();
    const response = await answer(request, requestId).catch((error) => {
      if (error instanceof BodyTooLarge) return message(413, "Request Entity Too Large");
      throw error;
    });
    const metric = { namespace: "AWS/ApiGateway", dimensions: { ApiId: api.id } };
    metrics?.add({ ...metric, name: "Count", value: 1 });
    metrics?.add({ ...metric, name: "5xx", value: response.status >= 500 ? 1 : 0 });
    return { ...response, headers: { ...response.headers, "apigw-requestid": requestId } };
  };
}
