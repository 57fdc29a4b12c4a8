import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Functions } from "#local/functions/functions.ts";
import { apiResponse } from "#local/gateway/api-response.ts";
import type { EdgeRequest } from "#local/gateway/message.ts";
import { AWS_QUOTAS } from "#local/quotas.ts";
import { qualified, routeArn } from "#local/template/names.ts";
import type { SocketApi } from "#local/template/socket-api.ts";
import { type ConnectionInfo, connectEvent, disconnectEvent, messageEvent, selectedRouteKey } from "./socket-event.ts";

/** API Gateway closes an idle connection after ten minutes and every connection after two hours. */
const IDLE_TIMEOUT_MS = 10 * 60_000;
const MAX_CONNECTION_MS = 2 * 60 * 60_000;
const CHECK_INTERVAL_MS = 15_000;
const GOING_AWAY = 1001;

export interface SocketDependencies {
  functions: Pick<Functions, "invokeFor">;
  /** The API in the currently deployed template. */
  findApi(apiId: string): SocketApi | undefined;
  log(text: string): void;
}

interface Upgrade {
  incoming: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

interface Connection extends ConnectionInfo {
  socket: WebSocket;
}

/** Like API Gateway's ids, these contain a character that must be escaped in a path. */
const newConnectionId = () => `${randomBytes(11).toString("base64url")}=`;

const refuse = (socket: Duplex, status: number, text: string) =>
  socket.end(`HTTP/1.1 ${status} ${text}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);

/** The connections of every WebSocket API, which stay open when the stack is reloaded. */
export function createSockets({ functions, findApi, log }: SocketDependencies) {
  const connections = new Map<string, Connection>();
  // Browsers send a message as one frame.
  const maxPayload = AWS_QUOTAS.socketFrame.max;
  const server = new WebSocketServer({ noServer: true, maxPayload, clientTracking: false });

  async function call({ apiId, stage }: ConnectionInfo, key: string, event: unknown): Promise<number> {
    const route = findApi(apiId)?.routes[key];
    if (!route) return 200;
    const caller = { principal: "apigateway.amazonaws.com", sourceArn: routeArn(apiId, stage, key) };
    const result = await functions.invokeFor(caller, qualified(route.functionName, route.qualifier), event);
    return "error" in result ? 500 : apiResponse(result.payload).status;
  }

  async function handleMessage(connection: Connection, data: Buffer, isBinary: boolean) {
    connection.lastActiveAt = Date.now();
    const api = findApi(connection.apiId);
    const named = selectedRouteKey(api?.selection ?? "", data.toString("utf8")) ?? "$default";
    // A message can't select the routes that only API Gateway calls.
    const key = named in (api?.routes ?? {}) && !/^\$(dis)?connect$/.test(named) ? named : "$default";
    const event = messageEvent(connection, key, data, isBinary);
    const { requestId } = event.requestContext;
    const route = api?.routes[key];
    const status = route ? await call(connection, key, event) : 403;
    // Without a route response a function's result is discarded; only a failure is sent to the client.
    if (status < 400) return;
    const message = status === 403 && !route ? "Forbidden" : "Internal server error";
    connection.socket.send(JSON.stringify({ message, connectionId: connection.id, requestId }));
  }

  async function handleClose(connection: Connection, code: number, reason: string) {
    if (!connections.delete(connection.id)) return;
    await call(connection, "$disconnect", disconnectEvent(connection, code, reason));
  }

  function addConnection(connection: Connection) {
    const { socket, id } = connection;
    const logFailure = (work: Promise<unknown>) =>
      work.catch((error: unknown) => log(`The socket ${id} failed: ${error instanceof Error ? error.stack : error}`));
    connections.set(id, connection);
    socket.on("message", (data, isBinary) => void logFailure(handleMessage(connection, data as Buffer, isBinary)));
    socket.on("close", (code, reason) => void logFailure(handleClose(connection, code, reason.toString("utf8"))));
    socket.on("error", () => {});
  }

  const expiryCheck = setInterval(() => {
    const now = Date.now();
    for (const { socket, lastActiveAt, connectedAt } of connections.values()) {
      if (now - lastActiveAt > IDLE_TIMEOUT_MS || now - connectedAt > MAX_CONNECTION_MS) socket.close(GOING_AWAY);
    }
  }, CHECK_INTERVAL_MS);
  expiryCheck.unref();

  return {
    /** Completes the handshake if `$connect` succeeds, and refuses it with the function's status otherwise. */
    async open(api: SocketApi, request: EdgeRequest, { incoming, socket, head }: Upgrade) {
      const stage = request.path.replace(/^\//, "");
      if (!api.stages.includes(stage)) return void refuse(socket, 403, "Forbidden");
      // A behaviour whose policies drop these headers breaks the handshake on AWS too.
      if (!request.headers["sec-websocket-key"] || !request.headers["sec-websocket-version"]) {
        return void refuse(socket, 400, "Bad Request");
      }
      const now = Date.now();
      const info: ConnectionInfo = {
        id: newConnectionId(),
        apiId: api.id,
        stage,
        connectedAt: now,
        lastActiveAt: now,
        sourceIp: request.sourceIp,
        userAgent: request.headers["user-agent"] ?? "",
        domainName: request.headers.host ?? "",
      };
      const status = await call(info, "$connect", connectEvent(info, request));
      if (status >= 300) return void refuse(socket, status, status === 403 ? "Forbidden" : "Refused");
      if (socket.destroyed) return call(info, "$disconnect", disconnectEvent(info, 1006, ""));
      server.handleUpgrade(incoming, socket, head, (opened) => addConnection({ ...info, socket: opened }));
    },
    /** The connection, if it is open. */
    find(apiId: string, stage: string, id: string): Connection | undefined {
      const found = connections.get(id);
      const isOpen = found?.socket.readyState === 1 && found.apiId === apiId && found.stage === stage;
      return isOpen ? found : undefined;
    },
    count: () => connections.size,
    /** Terminates every connection without calling `$disconnect`. */
    stop() {
      clearInterval(expiryCheck);
      for (const { socket } of connections.values()) socket.terminate();
      connections.clear();
    },
  };
}

export type Sockets = ReturnType<typeof createSockets>;
