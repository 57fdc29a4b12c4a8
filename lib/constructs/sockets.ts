import { Duration, Stack, Validations } from "aws-cdk-lib";
import { WebSocketApi, WebSocketStage } from "aws-cdk-lib/aws-apigatewayv2";
import { WebSocketLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { type Alias, EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { SOCKET_PATH } from "#lib/constructs/folders.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { Alarms } from "./alarms.ts";
import { acknowledgeQueue, DeadLetters } from "./dead-letters.ts";
import { failingCalls } from "./failing-calls.ts";
import type { MarketplaceFunction } from "./function.ts";

/** Visibility timeout of the queue's messages. */
const VISIBILITY_TIMEOUT = Duration.seconds(60);

/** The WebSocket API behind the site's `/socket`, and the queue that closes connections which don't authenticate. */
export class Sockets extends Construct {
  readonly api: WebSocketApi;
  /** Fires when more than a few connections or messages fail. */
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
    const logging = "Access logs would need an account-wide role; the function logs the messages that it receives.";
    Validations.of(this.stage).acknowledge(
      { id: "AwsSolutions-APIG1", reason: logging },
      { id: "Serverless-APIGWAccessLogging", reason: logging },
    );
    const failures = failingCalls(
      { execution: this.count("ExecutionError"), integration: this.count("IntegrationError") },
      { connections: this.count("ConnectCount"), messages: this.count("MessageCount") },
    );
    this.failing = alarms.watch(this, "Sockets fail", failures, { isPart: true });
    const { queue } = new DeadLetters(this, "UnclosedConnections");
    this.deadlines = new Queue(this, "Deadlines", {
      deliveryDelay: Duration.seconds(LIFETIMES.unauthenticatedSocket),
      visibilityTimeout: VISIBILITY_TIMEOUT,
      retentionPeriod: Duration.seconds(LIFETIMES.socket),
      deadLetterQueue: { queue, maxReceiveCount: 3 },
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
  }

  /** Sum of one of the API's metrics. */
  count(metric: "ConnectCount" | "ExecutionError" | "IntegrationError" | "MessageCount") {
    return this.stage.metric(metric, { statistic: "Sum" });
  }

  /** Routes connects, disconnects and all messages to the function, which dispatches messages itself. */
  serve(fn: MarketplaceFunction, live: Alias) {
    const integration = new WebSocketLambdaIntegration(fn.name, live);
    for (const key of ["$connect", "$default", "$disconnect"]) this.api.addRoute(key, { integration });
    Validations.of(this.api).acknowledge({
      id: "AwsSolutions-APIG4",
      reason:
        "Clients authenticate in a message, because URLs are logged; unauthenticated ones are disconnected within ten seconds.",
    });
  }

  /** Calls the function for every connection whose authentication deadline has passed. */
  closeWith(fn: MarketplaceFunction) {
    const mapping = new EventSourceMapping(fn, "Deadlines", {
      target: fn.lambda,
      eventSourceArn: this.deadlines.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
    });
    acknowledgeQueue(mapping);
    fn.allow(["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"], [this.deadlines.queueArn]);
  }

  /** Lets the function send to the connections of this API, and close them. */
  grantTo(fn: MarketplaceFunction) {
    const connections = { service: "execute-api", resource: this.api.apiId };
    const buildArn = (method: string) =>
      Stack.of(this).formatArn({ ...connections, resourceName: `${SOCKET_PATH}/${method}/@connections/*` });
    fn.setEnvironment({ SOCKET_ENDPOINT: this.stage.callbackUrl });
    const reason = "Connection ids aren't known in advance; the API, its stage and the methods are.";
    fn.allowAny(["execute-api:ManageConnections"], ["POST", "DELETE"].map(buildArn), reason);
  }

  grantDeadlinesTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ SOCKET_DEADLINES_URL: this.deadlines.queueUrl });
    fn.allow(["sqs:SendMessage"], [this.deadlines.queueArn]);
  }
}
