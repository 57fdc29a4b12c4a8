import * as z from "zod/mini";
import { functionOfArn, qualifierOfArn } from "./names.ts";
import { NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface JwtAuthorizer {
  issuer: string;
  audience: string[];
  /** Header that carries the token, lower case. */
  header: string;
}

export interface HttpRoute {
  /** `GET /a/{b}`, `ANY /a/{rest+}` or `$default`. */
  routeKey: string;
  functionName: string;
  /** The function's alias that is called, if any. */
  qualifier?: string | undefined;
  timeoutMs: number;
  authorizer?: JwtAuthorizer;
  scopes: string[];
}

/** Steady requests per second and the burst above them; absent where the account's limit applies. */
export interface Throttle {
  rate?: number;
  burst?: number;
}

export interface HttpApi {
  id: string;
  routes: HttpRoute[];
  throttle: Throttle;
  routeThrottles: Record<string, Throttle>;
}

const ApiProperties = z.object({ ProtocolType: z.optional(z.string()) });
const OfApi = z.object({ ApiId: z.string() });
const RouteProperties = z.extend(OfApi, {
  RouteKey: z.string(),
  Target: z.optional(z.string()),
  AuthorizationType: z.optional(z.string()),
  AuthorizerId: z.optional(z.string()),
  AuthorizationScopes: z.optional(z.array(z.string())),
});
const IntegrationProperties = z.extend(OfApi, {
  IntegrationType: z.string(),
  IntegrationUri: z.optional(z.string()),
  PayloadFormatVersion: z.optional(z.string()),
  TimeoutInMillis: z.optional(NumberOrText),
});
const AuthorizerProperties = z.extend(OfApi, {
  AuthorizerType: z.string(),
  IdentitySource: z.optional(z.array(z.string())),
  JwtConfiguration: z.optional(z.object({ Audience: z.optional(z.array(z.string())), Issuer: z.string() })),
});
const ThrottleProperties = z.object({
  ThrottlingRateLimit: z.optional(NumberOrText),
  ThrottlingBurstLimit: z.optional(NumberOrText),
});
const StageProperties = z.extend(OfApi, {
  DefaultRouteSettings: z.optional(ThrottleProperties),
  RouteSettings: z.optional(z.record(z.string(), ThrottleProperties)),
});

/** The route's timeout is API Gateway's 30 seconds unless the integration says less. */
const MAX_INTEGRATION_MS = 30_000;

const toThrottle = (settings: z.infer<typeof ThrottleProperties> | undefined): Throttle => ({
  rate: settings?.ThrottlingRateLimit,
  burst: settings?.ThrottlingBurstLimit,
});

function readAuthorizers(resolver: Resolver): Map<string, JwtAuthorizer> {
  return new Map(
    resolver.listResources("AWS::ApiGatewayV2::Authorizer").map((resource) => {
      const { AuthorizerType, IdentitySource, JwtConfiguration } = parseProperties(resource, AuthorizerProperties);
      if (AuthorizerType !== "JWT" || !JwtConfiguration) {
        throw new Error(`${resource.logicalId}: the laptop has JWT authorizers only`);
      }
      const header = IdentitySource?.[0]?.replace("$request.header.", "").toLowerCase() ?? "authorization";
      return [
        resolver.getName(resource.logicalId),
        { issuer: JwtConfiguration.Issuer, audience: JwtConfiguration.Audience ?? [], header },
      ];
    }),
  );
}

/** Resources of a type that belong to one of the HTTP APIs. */
const listOwned = (resolver: Resolver, apiIds: readonly string[], type: string) =>
  resolver.listResources(type).filter((resource) => apiIds.includes(parseProperties(resource, OfApi).ApiId));

function readIntegrations(resolver: Resolver, apiIds: readonly string[]) {
  return new Map(
    listOwned(resolver, apiIds, "AWS::ApiGatewayV2::Integration").map((resource) => {
      const integration = parseProperties(resource, IntegrationProperties);
      if (integration.IntegrationType !== "AWS_PROXY" || integration.PayloadFormatVersion !== "2.0") {
        throw new Error(`${resource.logicalId}: the laptop has Lambda integrations with payload format 2.0 only`);
      }
      return [`integrations/${resolver.getName(resource.logicalId)}`, integration];
    }),
  );
}

/** Every HTTP API with its routes; a missing authorizer throws instead of leaving the route public. */
export function readHttpApis(resolver: Resolver): HttpApi[] {
  const apiIds = resolver
    .listResources("AWS::ApiGatewayV2::Api")
    .filter((resource) => parseProperties(resource, ApiProperties).ProtocolType === "HTTP")
    .map(({ logicalId }) => resolver.getName(logicalId));
  const authorizers = readAuthorizers(resolver);
  const integrations = readIntegrations(resolver, apiIds);
  const routes = listOwned(resolver, apiIds, "AWS::ApiGatewayV2::Route").map((resource) => {
    const route = parseProperties(resource, RouteProperties);
    const integration = integrations.get(route.Target ?? "");
    if (!integration) throw new Error(`${route.RouteKey} has no integration`);
    const authorizer = authorizers.get(route.AuthorizerId ?? "");
    const isOpen = !route.AuthorizationType || route.AuthorizationType === "NONE";
    if (!isOpen && !authorizer) throw new Error(`${route.RouteKey} has no authorizer that the laptop supports`);
    return {
      apiId: route.ApiId,
      routeKey: route.RouteKey,
      functionName: functionOfArn(integration.IntegrationUri ?? ""),
      qualifier: qualifierOfArn(integration.IntegrationUri ?? ""),
      timeoutMs: integration.TimeoutInMillis ?? MAX_INTEGRATION_MS,
      authorizer: isOpen ? undefined : authorizer,
      scopes: route.AuthorizationScopes ?? [],
    };
  });
  const stages = listOwned(resolver, apiIds, "AWS::ApiGatewayV2::Stage").map((resource) =>
    parseProperties(resource, StageProperties),
  );

  return apiIds.map((id) => {
    const stage = stages.find(({ ApiId }) => ApiId === id);
    return {
      id,
      routes: routes.filter(({ apiId }) => apiId === id),
      throttle: toThrottle(stage?.DefaultRouteSettings),
      routeThrottles: Object.fromEntries(
        Object.entries(stage?.RouteSettings ?? {}).map(([key, settings]) => [key, toThrottle(settings)]),
      ),
    };
  });
}
