import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type Cloud, startCloud } from "#local/cloud.ts";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { selectedRouteKey } from "#local/sockets/socket-event.ts";
import { buildRoutes, distribution, lambdaFunction, permission, writeAssembly } from "../support/stack.ts";

const folder = mkdtempSync(join(tmpdir(), "heard-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const logFile = join(folder, "heard.jsonl");

/** Records its events; refuses a connection by a query parameter, and fails on "break". */
const LISTENER = `const { appendFileSync } = require("node:fs");
exports.handler = async (event) => {
  appendFileSync(process.env.HEARD, JSON.stringify({ event, endpoint: process.env.ENDPOINT }) + "\\n");
  if (event.body === "break") throw new Error("broken");
  return { statusCode: event.queryStringParameters?.refuse ? 401 : 200 };
};`;

const ofSocket = (type: string, properties: Record<string, unknown>) => ({
  Type: `AWS::ApiGatewayV2::${type}`,
  Properties: { ApiId: { Ref: "Socket" }, ...properties },
});

const route = (RouteKey: string) =>
  ofSocket("Route", { RouteKey, Target: { "Fn::Join": ["", ["integrations/", { Ref: "Heard" }]] } });

const endpoint = {
  "Fn::Join": [
    "",
    [
      "https://",
      { Ref: "Socket" },
      ".execute-api.",
      { Ref: "AWS::Region" },
      ".",
      { Ref: "AWS::URLSuffix" },
      "/",
      { Ref: "Live" },
    ],
  ],
};

const invocation = [
  "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/",
  { "Fn::GetAtt": ["Listener", "Arn"] },
  "/invocations",
];

const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";
const socketOrigin = {
  Id: "socket",
  DomainName: { "Fn::Join": ["", [{ Ref: "Socket" }, ".execute-api.", { Ref: "AWS::Region" }, ".amazonaws.com"]] },
};
const buildBehavior = (PathPattern: string, OriginRequestPolicyId?: string) => ({
  PathPattern,
  TargetOriginId: "socket",
  CachePolicyId: CACHING_DISABLED,
  OriginRequestPolicyId,
});

const assembly = () =>
  writeAssembly({
    assets: { listener: { "index.cjs": LISTENER }, site: { "index.html": "home" } },
    resources: {
      Listener: lambdaFunction("listener", { Environment: { Variables: { HEARD: logFile, ENDPOINT: endpoint } } }),
      Socket: {
        Type: "AWS::ApiGatewayV2::Api",
        Properties: { ProtocolType: "WEBSOCKET", RouteSelectionExpression: "$request.body.event" },
      },
      Live: ofSocket("Stage", { StageName: "live" }),
      Bare: ofSocket("Stage", { StageName: "bare" }),
      Heard: ofSocket("Integration", {
        IntegrationType: "AWS_PROXY",
        IntegrationUri: { "Fn::Join": ["", invocation] },
      }),
      Permission: permission("Listener", "apigateway.amazonaws.com", buildRoutes("Socket", "*")),
      Connect: route("$connect"),
      Default: route("$default"),
      Disconnect: route("$disconnect"),
      Named: route("named"),
      Bucket: { Type: "AWS::S3::Bucket" },
      Site: distribution(
        "Bucket",
        {},
        {
          CacheBehaviors: [
            buildBehavior("/live", ALL_VIEWER_EXCEPT_HOST),
            buildBehavior("/elsewhere", ALL_VIEWER_EXCEPT_HOST),
            buildBehavior("/bare"),
          ],
          Origins: [{ Id: "site", DomainName: { "Fn::GetAtt": ["Bucket", "RegionalDomainName"] } }, socketOrigin],
        },
      ),
      Dead: { Type: "AWS::SQS::Queue" },
      Later: {
        Type: "AWS::SQS::Queue",
        Properties: {
          DelaySeconds: 1,
          RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] }, maxReceiveCount: 1 },
        },
      },
      Works: {
        Type: "AWS::Lambda::EventSourceMapping",
        Properties: { EventSourceArn: { "Fn::GetAtt": ["Later", "Arn"] }, FunctionName: { Ref: "Listener" } },
      },
    },
  });

let cloud: Cloud;
let manager: ApiGatewayManagementApiClient;
beforeAll(async () => {
  cloud = await startCloud({ cdkOut: assembly() });
  manager = new ApiGatewayManagementApiClient({
    endpoint: String(cloud.resolve(endpoint)),
    region: "us-east-1",
    credentials: LOCAL_CREDENTIALS,
  });
});
afterAll(() => cloud?.stop());

interface Heard {
  event: {
    body?: string;
    headers?: Record<string, string>;
    requestContext?: { routeKey: string; connectionId: string; disconnectStatusCode?: number };
    Records?: { body: string; eventSource: string }[];
  };
  endpoint: string;
}

const readReceived = (): Heard[] => {
  const text = readFileSync(logFile, { encoding: "utf8", flag: "a+" });
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

/** Waits until the function has received such an event. */
const waitForEvent = (wanted: (one: Heard["event"]) => boolean) =>
  vi.waitFor(
    () => {
      const found = readReceived().find(({ event }) => wanted(event));
      if (!found) throw new Error("Not heard yet");
      return found;
    },
    { timeout: 10_000, interval: 20 },
  );

/** An open connection, with its messages and its close code. */
async function connect(path = "/live") {
  const socket = new WebSocket(`${cloud.origin.replace("http", "ws")}${path}`, { origin: cloud.origin });
  const messages: string[] = [];
  socket.on("message", (data) => messages.push(String(data)));
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const receivedCount = readReceived().length;
  socket.send(`{"event":"hello ${receivedCount}"}`);
  const { event } = await waitForEvent(({ body }) => body === `{"event":"hello ${receivedCount}"}`);
  return { socket, messages, closed, id: event.requestContext?.connectionId ?? "" };
}

describe("a WebSocket API on the laptop", () => {
  test("invokes its function for the connection, each message and the disconnection", async () => {
    const { socket, id } = await connect();
    socket.send('{"event":"named"}');
    socket.send("no JSON");
    socket.send('{"event":"$disconnect"}');
    const of = (key: string) =>
      waitForEvent(({ requestContext: of }) => of?.connectionId === id && of.routeKey === key);
    const connected = await of("$connect");
    expect(connected.event.headers).toMatchObject({ Origin: cloud.origin, "Sec-WebSocket-Version": "13" });
    expect((await of("named")).event.body).toBe('{"event":"named"}');
    await waitForEvent(({ body, requestContext: at }) => body === "no JSON" && at?.routeKey === "$default");
    await waitForEvent(
      ({ body, requestContext: at }) => body === '{"event":"$disconnect"}' && at?.routeKey === "$default",
    );
    socket.close(4000, "enough");
    expect((await of("$disconnect")).event.requestContext?.disconnectStatusCode).toBe(4000);
  });

  test("receives messages through the callback URL that the template builds", async () => {
    const { messages, id } = await connect();
    expect(readReceived().at(-1)?.endpoint).toBe(cloud.resolve(endpoint));
    await manager.send(new PostToConnectionCommand({ ConnectionId: id, Data: "hello you" }));
    await vi.waitFor(() => expect(messages).toContain("hello you"));
    const { ConnectedAt } = await manager.send(new GetConnectionCommand({ ConnectionId: id }));
    expect(ConnectedAt).toBeInstanceOf(Date);
  });

  test("closes a connection on DELETE and answers 410 from then on", async () => {
    const { closed, id } = await connect();
    await manager.send(new DeleteConnectionCommand({ ConnectionId: id }));
    expect(await closed).toBe(1000);
    const post = manager.send(new PostToConnectionCommand({ ConnectionId: id, Data: "too late" }));
    await expect(post).rejects.toMatchObject({ name: "GoneException", $metadata: { httpStatusCode: 410 } });
  });

  test("refuses unsigned calls", async () => {
    const { id } = await connect();
    const url = `${cloud.resolve(endpoint)}/@connections/${encodeURIComponent(id)}`;
    expect((await fetch(url, { method: "POST", body: "hello" })).status).toBe(403);
  });

  test("refuses a handshake with the status of its function", async () => {
    await expect(connect("/live?refuse=1")).rejects.toThrow("401");
  });

  test("refuses an unknown stage, a behaviour that drops the handshake's headers, and a plain request", async () => {
    await expect(connect("/elsewhere")).rejects.toThrow("403");
    await expect(connect("/bare")).rejects.toThrow("400");
    await expect(connect("/index.html")).rejects.toThrow("403");
    expect((await fetch(`${cloud.origin}/live`)).status).toBe(426);
  });

  test("reports a failed function and stays open", async () => {
    const { socket, messages } = await connect();
    socket.send("break");
    await vi.waitFor(() => expect(messages.join()).toContain("Internal server error"), { timeout: 10_000 });
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test("closes a connection that sends more than a frame may contain", async () => {
    const { socket, closed } = await connect();
    socket.send("x".repeat(32 * 1024 + 1));
    expect(await closed).toBe(1009);
  });

  test("keeps its connections when the stack is reloaded", async () => {
    const { socket, id } = await connect();
    await cloud.reload(assembly());
    socket.send('{"event":"after"}');
    const { event } = await waitForEvent(({ body }) => body === '{"event":"after"}');
    expect(event.requestContext?.connectionId).toBe(id);
  });
});

describe("a queue with a delay", () => {
  const client = () =>
    new SQSClient({ endpoint: cloud.serviceUrls.lambda, region: "us-east-1", credentials: LOCAL_CREDENTIALS });
  const queueUrl = () => String(cloud.resolve({ Ref: "Later" }));

  test("invokes its function once the delay is over", async () => {
    await client().send(new SendMessageCommand({ QueueUrl: queueUrl(), MessageBody: "in a second" }));
    expect(readReceived().some(({ event }) => event.Records?.[0]?.body === "in a second")).toBe(false);
    const { event } = await waitForEvent(({ Records }) => Records?.[0]?.body === "in a second");
    expect(event.Records?.[0]?.eventSource).toBe("aws:sqs");
  });

  test("refuses a queue that doesn't exist", async () => {
    const send = client().send(new SendMessageCommand({ QueueUrl: `${queueUrl()}-gone`, MessageBody: "hello" }));
    await expect(send).rejects.toThrow("no queue");
  });
});

test.each([
  ["$request.body.event", '{"event":"go"}', "go"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: API Gateway's own notation
  ["${request.body.a.b}", '{"a":{"b":"go"}}', "go"],
  ["$request.body.event", '{"event":5}', undefined],
  ["$request.body.event", "null", undefined],
  ["$request.body.event", "[", undefined],
  ["$context.routeKey", '{"event":"go"}', undefined],
])("%s of %s selects the route %s", (selection, text, route) => {
  expect(selectedRouteKey(selection, text)).toBe(route);
});
