import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SQSEvent } from "aws-lambda";
import type { Caller } from "ochre-local/access";
import {
  createConnectionsEndpoint,
  createQueueEndpoint,
  createSockets,
  type InvokeResult,
  message,
  openAsyncQueue,
  openDeadLetters,
  openGateway,
  openLogs,
  startInvokeEndpoint,
} from "ochre-local/services";
import type { QueueSpec, SocketApi } from "ochre-local/template";
import { WebSocket } from "ws";
import { closeUnauthenticated } from "#lambdas/events/sockets/close-unauthenticated.ts";
import { openDeadlines } from "#lambdas/events/sockets/open-deadlines.ts";
import { openSockets } from "#lambdas/events/sockets/open-sockets.ts";
import { type SocketEvent, serveSocket } from "#lambdas/events/sockets/serve-socket.ts";
import { atFileEnd } from "./file-end.ts";
import type { createGiven } from "./given.ts";
import { actAs } from "./rights.ts";
import type { Api } from "./start-api.ts";

const PASSWORD = "long enough to be one";
const route = { functionName: "sockets", timeoutMs: 29_000 };
const API: SocketApi = {
  id: "livesocket",
  stages: ["socket"],
  selection: "$request.body.event",
  routes: { $connect: route, $default: route, $disconnect: route },
};
const QUEUE: QueueSpec = {
  name: "deadlines",
  arn: "arn:aws:sqs:us-east-1:000000000000:deadlines",
  delaySeconds: 3,
  visibilitySeconds: 30,
  attempts: 3,
  consumer: "close-unauthenticated",
  reportsItemFailures: true,
  batchSize: 10,
};

/** The socket's functions behind the laptop's sockets, connections endpoint and delay queue (three seconds). */
export async function startSockets(api: Api) {
  const folder = mkdtempSync(join(tmpdir(), "sockets-"));
  const logs = openLogs(join(folder, "logs"));
  const faults: unknown[] = [];

  async function run(name: string, event: unknown): Promise<unknown> {
    return actAs(name, () =>
      name === "sockets"
        ? serveSocket(event as SocketEvent, services)
        : closeUnauthenticated(event as SQSEvent, services),
    );
  }
  const functions = {
    /** Ignores the caller: permissions come from the template, which isn't used here. */
    invokeFor: (_caller: Caller, name: string, event: unknown) => functions.invoke(name, event),
    async invoke(name: string, event: unknown): Promise<InvokeResult> {
      try {
        const answer = await run(name, JSON.parse(JSON.stringify(event)));
        return { requestId: "", payload: JSON.stringify(answer ?? null) };
      } catch (error) {
        faults.push(error);
        return { requestId: "", error: { errorType: "Error", errorMessage: String(error) } };
      }
    },
    findSpec: () => undefined,
    has: () => true,
  };
  const sockets = createSockets({ functions, findApi: () => API, log: (text) => faults.push(text) });
  const queue = openAsyncQueue(join(folder, "queue"), functions, openDeadLetters(join(folder, "letters")), logs);
  const calls = await startInvokeEndpoint({
    functions: () => functions,
    enqueue: queue.add,
    log: () => {},
    otherServices: [createConnectionsEndpoint(() => sockets), createQueueEndpoint(() => [QUEUE], queue)],
  });
  process.env.AWS_ENDPOINT_URL_SQS = calls.url;
  const services = {
    ...api.services,
    sockets: openSockets({ SOCKET_ENDPOINT: `${calls.url}/${API.id}/socket` }),
    socketDeadlines: openDeadlines({ SOCKET_DEADLINES_URL: `${calls.url}/000000000000/${QUEUE.name}` }),
  };
  const gateway = await openGateway(0);
  gateway.serve(
    async () => message(404, "Not Found"),
    (error) => faults.push(error),
    (request, upgrade) => sockets.open(API, request, upgrade),
  );
  queue.start();
  atFileEnd(async () => {
    sockets.stop();
    queue.stop();
    await Promise.all([gateway.stop(), calls.stop()]);
    await logs.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const url = `ws://127.0.0.1:${gateway.port}/socket`;
  return {
    url,
    services,
    sockets,
    /** Internal errors, which clients don't get. */
    faults,
    /** A connection, its received messages and its close event. */
    async connect({ origin, from }: { origin?: string; from?: string } = {}) {
      const hops = from ? { "x-forwarded-for": `${from}, 130.176.0.1` } : {};
      const socket = new WebSocket(url, { headers: hops, ...(origin && { origin }) });
      const received: { event?: string; data?: unknown }[] = [];
      socket.on("message", (text) => received.push(JSON.parse(String(text))));
      const closed = new Promise<number>((resolve) => socket.once("close", resolve));
      await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
      const send = (event: string, data?: unknown) => socket.send(JSON.stringify({ event, data }));
      return { socket, received, closed, send };
    },
  };
}

/** A user with a function for real access tokens. */
export async function createSignedInUser(api: Api, given: ReturnType<typeof createGiven>) {
  const user = await given.user();
  const { identity } = api.services;
  await identity.register(user.userId, PASSWORD);
  return {
    ...user,
    async token() {
      const tokens = await identity.logIn(user.userId, PASSWORD);
      if (typeof tokens === "string") throw new Error(`No token: ${tokens}`);
      return tokens.accessToken;
    },
  };
}
