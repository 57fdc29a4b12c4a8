import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Functions } from "#local/functions/functions.ts";
import { apiResponse } from "#local/gateway/api-response.ts";
import type { EdgeRequest } from "#local/gateway/message.ts";
import { routeArn } from "#local/template/names.ts";
import type { SocketApi } from "#local/template/socket-api.ts";
import { type ConnectionFacts, connectEvent, disconnectEvent, messageEvent, routeNamedBy } from "./socket-event.ts";

/** API Gateway's largest frame; browsers send a message as one. */
const LARGEST_FRAME_BYTES = 32 * 1024;
/** API Gateway ends a silent connection after ten minutes and any after two hours. */
const LONGEST_SILENCE_MS = 10 * 60_000;
const LONGEST_LIFE_MS = 2 * 60 * 60_000;
const LOOK_EVERY_MS = 15_000;
const GOING_AWAY = 1001;

export interface SocketPorts {
  functions: Pick<Functions, "invokeFor">;
  /** The API as the present template has it. */
  apiOf(apiId: string): SocketApi | undefined;
  log(text: string): void;
}

interface Upgrade {
  incoming: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

interface Connection extends ConnectionFacts {
  socket: WebSocket;
}

/** Ids look as API Gateway's do, which hold a character that a path has to escape. */
const newConnectionId = () => `${randomBytes(11).toString("base64url")}=`;

const refuse = (socket: Duplex, status: number, text: string) =>
  socket.end(`HTTP/1.1 ${status} ${text}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);

/** Holds the connections of every WebSocket API and tells the functions of them; another template keeps them open. */
export function createSockets({ functions, apiOf, log }: SocketPorts) {
  const connections = new Map<string, Connection>();
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME_BYTES, clientTracking: false });

  async function call({ apiId, stage }: ConnectionFacts, key: string, event: unknown): Promise<number> {
    const route = apiOf(apiId)?.routes[key];
    if (!route) return 200;
    const caller = { principal: "apigateway.amazonaws.com", sourceArn: routeArn(apiId, stage, key) };
    const result = await functions.invokeFor(caller, route.functionName, event);
    return "error" in result ? 500 : apiResponse(result.payload).status;
  }

  async function hear(connection: Connection, data: Buffer, isBinary: boolean) {
    connection.lastActiveAt = Date.now();
    const api = apiOf(connection.apiId);
    const named = routeNamedBy(api?.selection ?? "", data.toString("utf8")) ?? "$default";
    // A message can't name the routes that API Gateway itself calls.
    const key = named in (api?.routes ?? {}) && !/^\$(dis)?connect$/.test(named) ? named : "$default";
    const event = messageEvent(connection, key, data, isBinary);
    const { requestId } = event.requestContext;
    const route = api?.routes[key];
    const status = route ? await call(connection, key, event) : 403;
    // What a function answers goes nowhere without a route response; only a failure is told.
    if (status < 400) return;
    const message = status === 403 && !route ? "Forbidden" : "Internal server error";
    connection.socket.send(JSON.stringify({ message, connectionId: connection.id, requestId }));
  }

  async function leave(connection: Connection, code: number, reason: string) {
    if (!connections.delete(connection.id)) return;
    await call(connection, "$disconnect", disconnectEvent(connection, code, reason));
  }

  function admit(connection: Connection) {
    const { socket, id } = connection;
    const told = (work: Promise<unknown>) =>
      work.catch((error: unknown) => log(`The socket ${id} failed: ${error instanceof Error ? error.stack : error}`));
    connections.set(id, connection);
    socket.on("message", (data, isBinary) => void told(hear(connection, data as Buffer, isBinary)));
    socket.on("close", (code, reason) => void told(leave(connection, code, reason.toString("utf8"))));
    socket.on("error", () => {});
  }

  const silence = setInterval(() => {
    const now = Date.now();
    for (const { socket, lastActiveAt, connectedAt } of connections.values()) {
      if (now - lastActiveAt > LONGEST_SILENCE_MS || now - connectedAt > LONGEST_LIFE_MS) socket.close(GOING_AWAY);
    }
  }, LOOK_EVERY_MS);
  silence.unref();

  return {
    /** Shakes hands if the API's `$connect` lets it, and refuses with its status otherwise. */
    async open(api: SocketApi, request: EdgeRequest, { incoming, socket, head }: Upgrade) {
      const stage = request.path.replace(/^\//, "");
      if (!api.stages.includes(stage)) return void refuse(socket, 403, "Forbidden");
      // A behaviour whose policies hold these back breaks the handshake in the cloud too.
      if (!request.headers["sec-websocket-key"] || !request.headers["sec-websocket-version"]) {
        return void refuse(socket, 400, "Bad Request");
      }
      const now = Date.now();
      const facts: ConnectionFacts = {
        id: newConnectionId(),
        apiId: api.id,
        stage,
        connectedAt: now,
        lastActiveAt: now,
        sourceIp: request.sourceIp,
        userAgent: request.headers["user-agent"] ?? "",
        domainName: request.headers.host ?? "",
      };
      const status = await call(facts, "$connect", connectEvent(facts, request));
      if (status >= 300) return void refuse(socket, status, status === 403 ? "Forbidden" : "Refused");
      if (socket.destroyed) return call(facts, "$disconnect", disconnectEvent(facts, 1006, ""));
      server.handleUpgrade(incoming, socket, head, (opened) => admit({ ...facts, socket: opened }));
    },
    /** A connection that is open now; none for one that is gone. */
    find(apiId: string, stage: string, id: string): Connection | undefined {
      const found = connections.get(id);
      const isOpen = found?.socket.readyState === 1 && found.apiId === apiId && found.stage === stage;
      return isOpen ? found : undefined;
    },
    count: () => connections.size,
    /** Cuts every connection; the functions aren't told any more. */
    stop() {
      clearInterval(silence);
      for (const { socket } of connections.values()) socket.terminate();
      connections.clear();
    },
  };
}

export type Sockets = ReturnType<typeof createSockets>;
