import { Logger } from "@aws-lambda-powertools/logger";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { v7 as uuidv7 } from "uuid";
import { failureBody } from "#shared/failures.ts";
import { FEES } from "#shared/limits.ts";
import { type Route, routeKeyOf } from "#shared/route.ts";
import { tokenVerifier } from "./actor.ts";
import type { BaseServices } from "./base-services.ts";
import { type CommonEnvironment, type Environment, environmentOf, type Need } from "./environment.ts";
import { Failure } from "./failure.ts";
import { type Handler, refuse } from "./handle.ts";

/** How each need of a function becomes the service that its handlers use. */
export type Openers<N extends Need> = { readonly [K in N]: (environment: Environment<K>) => unknown };

/** The services that a set of openers gives. */
export type ServicesOf<O> = { readonly [K in keyof O]: O[K] extends (...args: never[]) => infer T ? T : never };

type Area = Readonly<Record<string, Route>>;

/** Base services for a parsed environment. */
export function baseServices(environment: CommonEnvironment): BaseServices {
  return {
    now: () => new Date(),
    newId: () => uuidv7(),
    features: environment.FEATURES,
    fees: FEES,
    siteOrigin: environment.SITE_ORIGIN,
    verifyToken: tokenVerifier(environment.TOKEN_ISSUER, environment.TOKEN_AUDIENCE),
    log: new Logger(),
  };
}

/** Opens what a function needs, from its environment; throws, naming the variable, when one is missing. */
export function openServices<N extends Need, O extends Openers<N>>(
  needs: readonly N[],
  openers: O,
  variables: Readonly<Record<string, string | undefined>>,
): ServicesOf<O> & BaseServices {
  const environment = environmentOf(needs).parse(variables);
  const opened = Object.fromEntries(needs.map((need) => [need, openers[need](environment as never)]));
  return { ...baseServices(environment), ...(opened as ServicesOf<O>) };
}

/**
 * The Lambda function of an area: an exact map from API Gateway's route key to the handler.
 * Whatever a handler throws is logged with the request's id and answers 500 without a detail.
 */
export function serve<A extends Area, S>(
  area: A,
  handlers: { readonly [K in keyof A]: Handler<S> },
  open: () => S & BaseServices,
) {
  const byKey = new Map(Object.entries(area).map(([name, route]) => [routeKeyOf(route), handlers[name]]));
  let services: (S & BaseServices) | undefined;
  return async (event: APIGatewayProxyEventV2, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    services ??= open();
    services.log.addContext(context);
    const handler = byKey.get(event.routeKey);
    if (!handler) return refuse(new Failure("not_found"));
    try {
      return await handler(event, services);
    } catch (error) {
      services.log.error("A handler threw", { route: event.routeKey, error: error as Error });
      return {
        statusCode: 500,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
        body: JSON.stringify({ ...failureBody("internal"), requestId: event.requestContext.requestId }),
      };
    }
  };
}
