import { Logger } from "@aws-lambda-powertools/logger";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { v7 as uuidv7 } from "uuid";
import { buildFailureBody } from "#shared/failures.ts";
import { FEES } from "#shared/limits.ts";
import { METRIC_DIMENSION } from "#shared/metrics.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { FUNCTIONS, type FunctionName, type FunctionPermissions } from "../../functions.ts";
import { openAuditLog, WITHIN_CALL } from "../audit/audit-log.ts";
import { logUnreadableTo } from "../table/unreadable.ts";
import { createTokenVerifier } from "./actor.ts";
import type { BaseServices } from "./base-services.ts";
import { collectIds } from "./collect-ids.ts";
import { compressResponse } from "./compress.ts";
import { countedFailure } from "./counted.ts";
import { buildEnvironmentSchema, type CommonEnvironment, type Environment, type Permission } from "./environment.ts";
import { fail } from "./failure.ts";
import { openFromEdge } from "./from-edge.ts";
import { type Handler, refuse } from "./handle.ts";

/** Factories of the services for each permission; some get the log. */
export type ServiceFactories<P extends Permission> = {
  readonly [K in P]: (environment: Environment<K>, log: Logger) => unknown;
};

/** The services that a set of factories creates. */
export type OpenedServices<O> = { readonly [K in keyof O]: O[K] extends (...args: never[]) => infer T ? T : never };

/** Ids of the caller and the subject, for every log line of the call. */
function getLogIds({ requestContext, pathParameters = {} }: APIGatewayProxyEventV2) {
  const { authorizer } = requestContext as { authorizer?: { jwt?: { claims?: { username?: string } } } };
  const caller = authorizer?.jwt?.claims?.username;
  const { userId, ...subjects } = collectIds(pathParameters);
  return {
    requestId: requestContext.requestId,
    ...subjects,
    ...(userId && userId !== caller ? { aboutUserId: userId } : {}),
    ...(caller ? { userId: caller } : {}),
  };
}

type Area = Readonly<Record<string, Route>>;

/** Base services for a parsed environment. */
export function createBaseServices(environment: CommonEnvironment): BaseServices {
  // Distinguishes an account's stages, and is a dimension of metrics.
  const log = new Logger({ persistentKeys: { [METRIC_DIMENSION]: environment.STAGE } });
  logUnreadableTo(log);
  const { ORIGIN_SECRET_ARN, AUDIT_TABLE_NAME } = environment;
  return {
    now: () => new Date(),
    newId: () => uuidv7(),
    features: environment.FEATURES,
    fees: FEES,
    legalEntity: environment.LEGAL_ENTITY,
    siteOrigin: environment.SITE_ORIGIN,
    verifyToken: createTokenVerifier(environment.TOKEN_ISSUER, environment.TOKEN_AUDIENCE),
    fromEdge: ORIGIN_SECRET_ARN ? openFromEdge(ORIGIN_SECRET_ARN) : undefined,
    log,
    audit: AUDIT_TABLE_NAME ? openAuditLog({ AUDIT_TABLE_NAME }, WITHIN_CALL) : undefined,
  };
}

/**
 * Opens a function's services from its declared permissions and its environment. Throws, naming the variable, if one is
 * missing.
 */
export function openServices<F extends FunctionName, O extends ServiceFactories<FunctionPermissions<F>>>(
  name: F,
  serviceFactories: O,
  variables: Readonly<Record<string, string | undefined>>,
): OpenedServices<O> & BaseServices {
  const permissions: readonly FunctionPermissions<F>[] = FUNCTIONS[name].permissions;
  const environment = buildEnvironmentSchema(permissions).parse(variables);
  const base = createBaseServices(environment);
  const opened = permissions.map((permission) => [
    permission,
    serviceFactories[permission](environment as never, base.log),
  ]);
  return { ...base, ...(Object.fromEntries(opened) as OpenedServices<O>) };
}

/**
 * The Lambda function of an area: an exact map from route keys to handlers. Thrown errors are logged with the request's id
 * and answer 500 without details.
 */
export function serve<A extends Area, S>(
  area: A,
  handlers: { readonly [K in keyof A]: Handler<S> },
  open: () => S & BaseServices,
) {
  const byKey = new Map(Object.entries(area).map(([name, route]) => [buildRouteKey(route), handlers[name]]));
  let services: (S & BaseServices) | undefined;
  return async (event: APIGatewayProxyEventV2, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    services ??= open();
    services.log.addContext(context);
    services.log.resetKeys();
    services.log.appendKeys(getLogIds(event));
    const handler = byKey.get(event.routeKey);
    if (!handler) return refuse(fail("not_found"));
    try {
      if (services.fromEdge && !(await services.fromEdge(event.headers))) return refuse(fail("forbidden"));
      return compressResponse(event, await handler(event, services));
    } catch (error) {
      services.log.error("A handler threw", { ...countedFailure(), route: event.routeKey, error: error as Error });
      return {
        statusCode: 500,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
        body: JSON.stringify({ ...buildFailureBody("internal"), requestId: event.requestContext.requestId }),
      };
    }
  };
}
