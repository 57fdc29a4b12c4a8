import { Logger } from "@aws-lambda-powertools/logger";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { v7 as uuidv7 } from "uuid";
import { failureBody } from "#shared/failures.ts";
import { FEES } from "#shared/limits.ts";
import { METRIC_DIMENSION } from "#shared/metrics.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { FUNCTIONS, type FunctionName, type PermissionsOf } from "../../functions.ts";
import { openAuditLog, WITHIN_CALL } from "../audit/audit-log.ts";
import { logUnreadableTo } from "../table/unreadable.ts";
import { tokenVerifier } from "./actor.ts";
import type { BaseServices } from "./base-services.ts";
import { collectIds } from "./collect-ids.ts";
import { compressAnswer } from "./compress.ts";
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
export type ServicesOf<O> = { readonly [K in keyof O]: O[K] extends (...args: never[]) => infer T ? T : never };

/** Ids of the caller and the subject, for every log line of the call. */
function getLogIds({ requestContext, pathParameters = {} }: APIGatewayProxyEventV2) {
  const { authorizer } = requestContext as { authorizer?: { jwt?: { claims?: { username?: string } } } };
  const caller = authorizer?.jwt?.claims?.username;
  const { userId, ...about } = collectIds(pathParameters);
  return {
    requestId: requestContext.requestId,
    ...about,
    ...(userId && userId !== caller ? { aboutUserId: userId } : {}),
    ...(caller ? { userId: caller } : {}),
  };
}

type Area = Readonly<Record<string, Route>>;

/** Base services for a parsed environment. */
export function baseServices(environment: CommonEnvironment): BaseServices {
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
    verifyToken: tokenVerifier(environment.TOKEN_ISSUER, environment.TOKEN_AUDIENCE),
    fromEdge: ORIGIN_SECRET_ARN ? openFromEdge(ORIGIN_SECRET_ARN) : undefined,
    log,
    audit: AUDIT_TABLE_NAME ? openAuditLog({ AUDIT_TABLE_NAME }, WITHIN_CALL) : undefined,
  };
}

/**
 * Opens a function's services from its declared permissions and its environment. Throws, naming the variable, if one is
 * missing.
 */
export function openServices<F extends FunctionName, O extends ServiceFactories<PermissionsOf<F>>>(
  name: F,
  serviceFactories: O,
  variables: Readonly<Record<string, string | undefined>>,
): ServicesOf<O> & BaseServices {
  const permissions: readonly PermissionsOf<F>[] = FUNCTIONS[name].permissions;
  const environment = buildEnvironmentSchema(permissions).parse(variables);
  const base = baseServices(environment);
  const opened = permissions.map((permission) => [
    permission,
    serviceFactories[permission](environment as never, base.log),
  ]);
  return { ...base, ...(Object.fromEntries(opened) as ServicesOf<O>) };
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
      return compressAnswer(event, await handler(event, services));
    } catch (error) {
      services.log.error("A handler threw", { ...countedFailure(), route: event.routeKey, error: error as Error });
      return {
        statusCode: 500,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
        body: JSON.stringify({ ...failureBody("internal"), requestId: event.requestContext.requestId }),
      };
    }
  };
}
