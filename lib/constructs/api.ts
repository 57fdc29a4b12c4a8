import { RemovalPolicy, Stack } from "aws-cdk-lib";
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
import { LogGroup, QueryDefinition, QueryString, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Stage } from "#lib/stages.ts";
import type { Route } from "#shared/route.ts";
import type { Alarms } from "./alarms.ts";
import type { MarketplaceFunction } from "./function.ts";
import type { IdentityProvider } from "./identity.ts";

/** The stage that has no path of its own, and the route of what no other matches. */
const DEFAULT = "$default";

/**
 * What is kept of a request, for as long as the audit log, which lacks what API Gateway refuses: no header, no query and no
 * address, so no token and no person.
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
  private authorizer?: HttpJwtAuthorizer;

  constructor(scope: Construct, stage: Stage, alarms: Alarms) {
    super(scope, "Api");
    this.httpApi = new HttpApi(this, "Http", { createDefaultStage: false });
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
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    new QueryDefinition(this, "Refusals", {
      queryDefinitionName: `${Stack.of(this).stackName}/Refused by API Gateway`,
      queryString: new QueryString({
        fields: ["@timestamp", "requestId", "route", "status", "gatewayError", "authorizerError"],
        // What a variable has no value for is logged as a hyphen.
        filterStatements: ['gatewayError != "-"'],
        sort: "@timestamp desc",
        limit: 1000,
      }),
      logGroups: [logGroup],
    });
    alarms.watch(this, "ServerErrors", this.httpApi.metricServerError({ statistic: "Sum" }), "The API answers 5xx");
  }

  /** Non-public routes take only access tokens of this user pool's client. */
  authorizeWith({ pool, client }: IdentityProvider) {
    this.authorizer = new HttpJwtAuthorizer("Tokens", pool.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    });
  }

  /** One function per area; its routes come from the contract. */
  serve(routes: readonly Route[], fn: MarketplaceFunction) {
    const integration = integrationOf(fn);
    for (const { method, path, access } of routes) {
      const authorizer = access === "public" ? undefined : this.requiredAuthorizer();
      this.httpApi.addRoutes({ path, methods: [HttpMethod[method]], integration, authorizer });
    }
  }

  /** Pages are for anyone and only looked at. */
  servePages(paths: readonly string[], fn: MarketplaceFunction) {
    const integration = integrationOf(fn);
    for (const path of paths) {
      this.httpApi.addRoutes({ path, methods: [HttpMethod.GET, HttpMethod.HEAD], integration });
    }
  }

  /** Answers what no route matches. */
  serveRest({ name, lambda }: MarketplaceFunction) {
    const integration = new UnpermittedIntegration(name, lambda);
    new HttpRoute(this, "Rest", { httpApi: this.httpApi, routeKey: HttpRouteKey.DEFAULT, integration });
    const call = { service: "execute-api", resource: this.httpApi.apiId, resourceName: `${DEFAULT}/${DEFAULT}` };
    lambda.addPermission("Unmatched", {
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
const integrationOf = ({ name, lambda }: MarketplaceFunction) =>
  new HttpLambdaIntegration(name, lambda, { scopePermissionToRoute: false });
