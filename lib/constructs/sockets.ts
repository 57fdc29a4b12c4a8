import { Duration, Stack } from "aws-cdk-lib";
import { WebSocketApi, WebSocketStage } from "aws-cdk-lib/aws-apigatewayv2";
import { WebSocketLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { type Alias, EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { SOCKET_PATH } from "#lib/constructs/folders.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import { LIFETIMES } from "#shared/limits.ts";
import type { Alarms } from "./alarms.ts";
import { DeadLetters } from "./dead-letters.ts";
import { failingCalls } from "./failing-calls.ts";
import type { MarketplaceFunction } from "./function.ts";

/** A message of the queue is tried for this long at a time. */
const PATIENCE = Duration.seconds(60);

/** The WebSocket API behind the site's `/socket`, and the queue that looks after silent connections. */
export class Sockets extends Construct {
  readonly api: WebSocketApi;
  /** Rings when more than single connections or messages fail. */
  readonly failing: Alarm;
  private readonly stage: WebSocketStage;
  private readonly deadlines: Queue;

  constructor(scope: Construct, stage: Stage, alarms: Alarms) {
    super(scope, "Sockets");
    this.api = new WebSocketApi(this, "Api", { routeSelectionExpression: "$request.body.event" });
    this.stage = new WebSocketStage(this, "Live", {
      webSocketApi: this.api,
      stageName: SOCKET_PATH,
      autoDeploy: true,
      throttle: { rateLimit: stage.throttle.rate, burstLimit: stage.throttle.burst },
    });
    const failures = failingCalls(
      { execution: this.count("ExecutionError"), integration: this.count("IntegrationError") },
      { connections: this.count("ConnectCount"), messages: this.count("MessageCount") },
    );
    this.failing = alarms.watch(this, "Sockets fail", failures, { isPart: true });
    const { queue } = new DeadLetters(this, "UnclosedConnections");
    this.deadlines = new Queue(this, "Deadlines", {
      deliveryDelay: Duration.seconds(LIFETIMES.unauthenticatedSocket),
      visibilityTimeout: PATIENCE,
      retentionPeriod: Duration.seconds(LIFETIMES.socket),
      deadLetterQueue: { queue, maxReceiveCount: 3 },
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
  }

  /** How often the API did something. */
  count(metric: "ConnectCount" | "ExecutionError" | "IntegrationError" | "MessageCount") {
    return this.stage.metric(metric, { statistic: "Sum" });
  }

  /** Hears of every connection, message and end; what a message is about is the function's to find out. */
  serve(fn: MarketplaceFunction, live: Alias) {
    const integration = new WebSocketLambdaIntegration(fn.name, live);
    for (const key of ["$connect", "$default", "$disconnect"]) this.api.addRoute(key, { integration });
  }

  /** Hears of every connection whose time to authenticate is over. */
  closeWith(fn: MarketplaceFunction) {
    new EventSourceMapping(fn, "Deadlines", {
      target: fn.lambda,
      eventSourceArn: this.deadlines.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
    });
    fn.allow(["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"], [this.deadlines.queueArn]);
  }

  /** The right to send to the connections of exactly this API, and to end them. */
  grantTo(fn: MarketplaceFunction) {
    const connections = { service: "execute-api", resource: this.api.apiId };
    const arnOf = (method: string) =>
      Stack.of(this).formatArn({ ...connections, resourceName: `${SOCKET_PATH}/${method}/@connections/*` });
    fn.setEnvironment({ SOCKET_ENDPOINT: this.stage.callbackUrl });
    fn.allow(["execute-api:ManageConnections"], ["POST", "DELETE"].map(arnOf));
  }

  grantDeadlinesTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ SOCKET_DEADLINES_URL: this.deadlines.queueUrl });
    fn.allow(["sqs:SendMessage"], [this.deadlines.queueArn]);
  }
}
