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
import { type Route, requiresToken } from "#shared/route.ts";
import { type Alarms, countedMetric } from "./alarms.ts";
import type { MarketplaceFunction } from "./function.ts";
import type { IdentityProvider } from "./identity.ts";
import { Objective } from "./objective.ts";

/** Latency above which users notice that a page hangs. */
const SLOW = Duration.seconds(5);

/** Throttled calls in five minutes; fewer may be a single fast user. */
const THROTTLED_CALLS_LIMIT = 100;

/** Name of the stage without a path, and of the route for requests that match no other. */
const DEFAULT_KEY = "$default";

/**
 * Fields of the access log, which is kept as long as the audit log and includes requests that API Gateway refused.
 * It has no headers, queries or addresses, so neither tokens nor personal data.
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
  /** Objective: pages and their API calls succeed. */
  readonly objective: Objective;
  /** Nested stack of the API routes, whose integrations and permissions take more than a third of a stack's resource limit. */
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
      stageName: DEFAULT_KEY,
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
        // API Gateway logs missing values as hyphens.
        filterStatements: ['gatewayError != "-"'],
        sort: "@timestamp desc",
        limit: 1000,
      }),
      logGroups: [logGroup],
    });
    // API Gateway's own 429s appear only in the access log, together with those of the functions.
    new MetricFilter(this, "Refused", {
      logGroup,
      filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
      metricNamespace: METRIC_NAMESPACE,
      metricName: "CallsRefused" satisfies CountedMetric,
      dimensions: { [METRIC_DIMENSION]: `$.${METRIC_DIMENSION}` },
    });
    alarms.watchCounted("Calls refused", "CallsRefused", { limit: THROTTLED_CALLS_LIMIT, periods: 2 });
    const requests = this.httpApi.metricCount({ statistic: "Sum" });
    this.objective = new Objective(this, alarms, {
      title: "Pages fail",
      allowed: 0.1,
      failed: { errors: this.httpApi.metricServerError({ statistic: "Sum" }) },
      attempts: { calls: requests },
      // A collection that wakes up has an alarm of its own.
      ...(stage.search === "opensearch" ? { excused: { waking: countedMetric("SearchesWaking", stage) } } : {}),
    });
    // The health check alone makes some hundred calls in that time.
    if (stage.domain) alarms.watchSilence(this, "No calls", requests, Duration.minutes(30));
    // With few calls a single cold start would exceed the 99th percentile.
    alarms.watch(this, "API is slow", this.httpApi.metricLatency({ statistic: "p99" }), {
      limit: SLOW.toMilliseconds(),
      periods: 3,
      lowSamples: "ignore",
    });
  }

  /** Makes non-public routes require an access token of this user pool's client. */
  authorizeWith({ pool, client }: IdentityProvider) {
    this.authorizer = new HttpJwtAuthorizer("Tokens", pool.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    });
  }

  /** Adds an area's routes, which call its function. */
  serve(routes: readonly Route[], fn: MarketplaceFunction, live: Alias) {
    const integration = createIntegration(fn, live);
    for (const route of routes) {
      const authorizer = requiresToken(route) ? this.requiredAuthorizer() : undefined;
      const key = HttpRouteKey.with(route.path, HttpMethod[route.method]);
      addRoute(this.routes, this.httpApi, key, integration, authorizer);
    }
  }

  /** Pages are public and read-only; their function is released after the API routes that their scripts call. */
  servePages(paths: readonly string[], fn: MarketplaceFunction, live: Alias) {
    const integration = createIntegration(fn, live);
    for (const path of paths) {
      for (const method of [HttpMethod.GET, HttpMethod.HEAD]) {
        addRoute(this, this.httpApi, HttpRouteKey.with(path, method), integration);
      }
    }
  }

  /** Adds the route for requests that match no other. */
  addDefaultRoute({ name }: MarketplaceFunction, live: Alias) {
    const integration = new IntegrationWithoutPermission(name, live);
    addRoute(this.routes, this.httpApi, HttpRouteKey.DEFAULT, integration);
    const call = {
      service: "execute-api",
      resource: this.httpApi.apiId,
      resourceName: `${DEFAULT_KEY}/${DEFAULT_KEY}`,
    };
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

/** `$default` has neither method nor path in its ARN, so the CDK's permission would miss it or cover every route. */
class IntegrationWithoutPermission extends HttpLambdaIntegration {
  protected override completeBind() {}
}

/** One permission per function: one per route would exceed the 20 KB limit of a function's policy. */
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
      "The contract declares this route public, or its function checks the token. Pages are public, and the default route only answers 404.",
  });
};
