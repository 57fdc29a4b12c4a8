import * as z from "zod/mini";
import { functionOfArn, qualifierOfArn } from "./names.ts";
import { NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface SocketRoute {
  functionName: string;
  /** The function's alias that is called, if any. */
  qualifier?: string | undefined;
  timeoutMs: number;
}

/** A WebSocket API and the functions of its routes. */
export interface SocketApi {
  id: string;
  /** The first part of the path that a client connects to. */
  stages: string[];
  /** RouteSelectionExpression, such as `$request.body.event`. */
  selection: string;
  /** By route key: `$connect`, `$disconnect`, `$default` and the API's own. */
  routes: Record<string, SocketRoute>;
}

const ApiProperties = z.object({
  ProtocolType: z.optional(z.string()),
  RouteSelectionExpression: z.optional(z.string()),
});
const OfApi = z.object({ ApiId: z.string() });
const RouteProperties = z.extend(OfApi, {
  RouteKey: z.string(),
  Target: z.optional(z.string()),
  AuthorizationType: z.optional(z.string()),
});
const IntegrationProperties = z.extend(OfApi, {
  IntegrationType: z.string(),
  IntegrationUri: z.optional(z.string()),
  TimeoutInMillis: z.optional(NumberOrText),
});
const StageProperties = z.extend(OfApi, { StageName: z.string() });

/** The integration's timeout is API Gateway's 29 seconds unless the template says less. */
const MAX_INTEGRATION_MS = 29_000;

/** Every WebSocket API; throws for an authorizer or a non-Lambda integration, which the laptop doesn't support. */
export function readSocketApis(resolver: Resolver): SocketApi[] {
  const named = <S extends z.ZodMiniType>(type: string, schema: S) =>
    resolver.listResources(type).map((resource) => ({
      name: resolver.getName(resource.logicalId),
      read: () => parseProperties(resource, schema),
      of: parseProperties(resource, OfApi).ApiId,
    }));
  const integrations = named("AWS::ApiGatewayV2::Integration", IntegrationProperties);
  const routes = named("AWS::ApiGatewayV2::Route", RouteProperties);
  const stages = named("AWS::ApiGatewayV2::Stage", StageProperties);

  function toRoute(route: z.infer<typeof RouteProperties>): SocketRoute {
    const { RouteKey, Target, AuthorizationType = "NONE" } = route;
    const integration = integrations.find(({ name }) => Target === `integrations/${name}`)?.read();
    if (AuthorizationType !== "NONE") throw new Error(`${RouteKey}: the laptop's sockets have no authorizer`);
    if (integration?.IntegrationType !== "AWS_PROXY") throw new Error(`${RouteKey} leads to no function`);
    const arn = (integration.IntegrationUri ?? "").replaceAll(/^.*\/functions\/|\/invocations$/g, "");
    const timeoutMs = integration.TimeoutInMillis ?? MAX_INTEGRATION_MS;
    return { functionName: functionOfArn(arn), qualifier: qualifierOfArn(arn), timeoutMs };
  }

  return resolver.listResources("AWS::ApiGatewayV2::Api").flatMap((resource) => {
    const { ProtocolType, RouteSelectionExpression } = parseProperties(resource, ApiProperties);
    if (ProtocolType !== "WEBSOCKET") return [];
    const id = resolver.getName(resource.logicalId);
    const own = routes.filter(({ of }) => of === id).map(({ read }) => read());
    return [
      {
        id,
        stages: stages.filter(({ of }) => of === id).map(({ read }) => read().StageName),
        selection: RouteSelectionExpression ?? "$request.body.action",
        routes: Object.fromEntries(own.map((route) => [route.RouteKey, toRoute(route)])),
      },
    ];
  });
}
