import { Duration, NestedStack, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Alias } from "aws-cdk-lib/aws-lambda";
import {
  FilterPattern,
  LogGroup,
  MetricFilter,
  QueryDefinition,
  QueryString,
  RetentionDays,
} from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import { type CountedMetric, METRIC_DIMENSION, METRIC_NAMESPACE } from "#shared/metrics.ts";
import type { Route } from "#shared/route.ts";
import type { Alarms } from "./alarms.ts";
import type { MarketplaceFunction } from "./function.ts";
import type { IdentityProvider } from "./identity.ts";
import { Objective } from "./objective.ts";

/** Above this a page seems to hang. */
const SLOW = Duration.seconds(5);

/** Calls in five minutes, above which it isn't somebody who was too fast. */
const MANY_REFUSED = 100;

/** The stage that has no path of its own, and the route of what no other matches. */
const DEFAULT = "$default";

/**
 * Fields of the access log, which is kept as long as the audit log and has the requests that API Gateway refused. No
 * header, query or address, so no token and no person.
 */
const ACCESS_LOG = {
  requestId: "$context.requestId",
  time: "$context.requestTimeEpoch",
  route: "$context.routeKey",
  status: "$context.status",
  latency: "$context.responseLatency",
  bytes: "$context.responseLength",
  integrationError: "$context.integrationErrorMessage",
  authorizerError: "$context.authorizer.error",
  gatewayError: "$context.error.responseType",
};

/** The HTTP API behind the site's `/api/*`, `/auth/*` and `/stripe/*`. */
export class Api extends Construct {
  readonly httpApi: HttpApi;
  /** Pages are shown, with what they call. */
  readonly objective: Objective;
  /**
   * Nested stack of the routes that scripts call, with their integrations and permissions: more than a third of one
   * stack's limit.
   */
  readonly routes: NestedStack;
  private authorizer?: HttpJwtAuthorizer;

  constructor(scope: Construct, stage: Stage, alarms: Alarms) {
    super(scope, "Api");
    this.httpApi = new HttpApi(this, "HttpApi", { createDefaultStage: false });
    this.routes = new NestedStack(this, "Routes", { description: `Ochre, routes of stage ${stage.name}` });
    const logGroup = new LogGroup(this, "AccessLogs", {
      retention: RetentionDays.ONE_YEAR,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    new HttpStage(this, "Default", {
      httpApi: this.httpApi,
      stageName: DEFAULT,
      autoDeploy: true,
      throttle: { rateLimit: stage.throttle.rate, burstLimit: stage.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify({ ...ACCESS_LOG, [METRIC_DIMENSION]: stage.name })),
      },
    });
    new QueryDefinition(this, "Refusals", {
      queryDefinitionName: `${Stack.of(this).stackName}/Refused by API Gateway`,
      queryString: new QueryString({
        fields: ["@timestamp", "requestId", "route", "status", "gatewayError", "authorizerError"],
        // Variables without a value are logged as a hyphen.
        filterStatements: ['gatewayError != "-"'],
        sort: "@timestamp desc",
        limit: 1000,
      }),
      logGroups: [logGroup],
    });
    // The access log alone has what the throttle refused beside what functions did.
    new MetricFilter(this, "Refused", {
      logGroup,
      filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
      metricNamespace: METRIC_NAMESPACE,
      metricName: "CallsRefused" satisfies CountedMetric,
      dimensions: { [METRIC_DIMENSION]: `$.${METRIC_DIMENSION}` },
    });
    alarms.watchCounted("Calls refused", "CallsRefused", { limit: MANY_REFUSED, periods: 2 });
    const tried = this.httpApi.metricCount({ statistic: "Sum" });
    this.objective = new Objective(this, alarms, {
      title: "Pages fail",
      allowed: 0.1,
      failed: { errors: this.httpApi.metricServerError({ statistic: "Sum" }) },
      tried: { calls: tried },
    });
    // Its probe alone makes some hundred calls in that time.
    if (stage.domain) alarms.watchSilence(this, "No calls", tried, Duration.minutes(30));
    // Few calls have no hundredth: their percentiles would ring for a single cold start.
    alarms.watch(this, "API is slow", this.httpApi.metricLatency({ statistic: "p99" }), {
      limit: SLOW.toMilliseconds(),
      periods: 3,
      lowSamples: "ignore",
    });
  }

  /** Non-public routes take only access tokens of this user pool's client. */
  authorizeWith({ pool, client }: IdentityProvider) {
    this.authorizer = new HttpJwtAuthorizer("Tokens", pool.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    });
  }

  /** One function per area; its routes come from the contract. */
  serve(routes: readonly Route[], fn: MarketplaceFunction, live: Alias) {
    const integration = createIntegration(fn, live);
    for (const { method, path, access } of routes) {
      const authorizer = access === "public" ? undefined : this.requiredAuthorizer();
      addRoute(this.routes, this.httpApi, HttpRouteKey.with(path, HttpMethod[method]), integration, authorizer);
    }
  }

  /** Pages are for anyone and only looked at; their function can wait for all other routes, which their scripts call. */
  servePages(paths: readonly string[], fn: MarketplaceFunction, live: Alias) {
    const integration = createIntegration(fn, live);
    for (const path of paths) {
      for (const method of [HttpMethod.GET, HttpMethod.HEAD]) {
        addRoute(this, this.httpApi, HttpRouteKey.with(path, method), integration);
      }
    }
  }

  /** Answers what no route matches. */
  serveRest({ name }: MarketplaceFunction, live: Alias) {
    const integration = new UnpermittedIntegration(name, live);
    addRoute(this.routes, this.httpApi, HttpRouteKey.DEFAULT, integration);
    const call = { service: "execute-api", resource: this.httpApi.apiId, resourceName: `${DEFAULT}/${DEFAULT}` };
    live.addPermission("Unmatched", {
      principal: new ServicePrincipal("apigateway.amazonaws.com"),
      sourceArn: Stack.of(this).formatArn(call),
    });
  }

  private requiredAuthorizer() {
    if (!this.authorizer) throw new Error("A route that isn't public needs authorizeWith first.");
    return this.authorizer;
  }
}

/** The ARN of the route `$default` has neither method nor path: the CDK's permissions miss it or cover every route. */
class UnpermittedIntegration extends HttpLambdaIntegration {
  protected override completeBind() {}
}

/** One permission per function: one for each route would outgrow the 20 KB that a function's policy may have. */
const createIntegration = ({ name }: MarketplaceFunction, live: Alias) =>
  new HttpLambdaIntegration(name, live, { scopePermissionToRoute: false });

const addRoute = (
  scope: Construct,
  httpApi: HttpApi,
  routeKey: HttpRouteKey,
  integration: HttpLambdaIntegration,
  authorizer?: HttpJwtAuthorizer,
) => {
  const route = new HttpRoute(scope, routeKey.key, { httpApi, routeKey, integration, authorizer });
  if (authorizer) return;
  Validations.of(route).acknowledge({
    id: "AwsSolutions-APIG4",
    reason:
      "Anyone may call it, says the contract; pages are for anyone, and what no route matches is answered as unknown.",
  });
};
