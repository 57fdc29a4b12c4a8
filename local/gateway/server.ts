import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readBody } from "#local/services/http-server.ts";
import type { EdgeRequest, EdgeResponse } from "./message.ts";

export type EdgeHandler = (request: EdgeRequest) => Promise<EdgeResponse>;

/** Completes a WebSocket handshake or closes its socket. */
export type UpgradeHandler = (
  request: EdgeRequest,
  upgrade: { incoming: IncomingMessage; socket: Duplex; head: Buffer },
) => Promise<unknown>;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** True if the Host header names this machine; protects against DNS rebinding. */
export const isLoopbackHost = (host: string | undefined) => LOOPBACK.test(host ?? "");

const toHeaders = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );

function toRequest(request: IncomingMessage): EdgeRequest {
  const [path = "/", ...query] = (request.url ?? "/").split("?");
  return {
    method: request.method ?? "GET",
    path,
    query: query.join("?"),
    headers: toHeaders(request),
    sourceIp: request.socket.remoteAddress?.replace("::ffff:", "") ?? "127.0.0.1",
    readBody: (limit) => readBody(request, limit),
  };
}

async function write(answer: EdgeResponse, method: string, response: ServerResponse): Promise<void> {
  const bodiless = answer.status === 204 || answer.status === 304;
  const length = Buffer.isBuffer(answer.body) && !bodiless ? { "content-length": String(answer.body.length) } : {};
  const cookies = answer.cookies.length ? { "set-cookie": answer.cookies } : {};
  response.writeHead(answer.status, { ...length, ...answer.headers, ...cookies });
  if (method === "HEAD" || bodiless) {
    if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
    response.end();
    return;
  }
  if (Buffer.isBuffer(answer.body)) response.end(answer.body);
  else await pipeline(answer.body, response);
}

const ADDRESS_OF_SITE = /^127\.0\.0\.1(:\d+)?$/;

/** Redirects a browser from 127.0.0.1 to localhost, the host of the site's URL and its cookies. */
function redirectToLocalhost(request: IncomingMessage, response: ServerResponse): boolean {
  const { host = "", accept = "" } = request.headers;
  if (request.method !== "GET" || !ADDRESS_OF_SITE.test(host) || !accept.includes("text/html")) return false;
  response.writeHead(307, { location: `http://${host.replace("127.0.0.1", "localhost")}${request.url}` }).end();
  return true;
}

/** How long a request's headers, and all of it, may take to arrive, and how often that is checked. */
const TIMEOUTS = { headersMs: 10_000, requestMs: 60_000, checkMs: 5_000 };

/**
 * Opens the site's port on 127.0.0.1, because resolving the template needs it, and answers 503 until `serve` is called.
 * Rejects with `code: "EADDRINUSE"` when the port is taken.
 */
export async function openGateway(port: number, { headersMs, requestMs, checkMs } = TIMEOUTS) {
  let handle: EdgeHandler | undefined;
  let upgrade: UpgradeHandler | undefined;
  let fail = (_error: unknown) => {};

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    if (redirectToLocalhost(incoming, response)) return;
    if (!handle) {
      response.writeHead(503, { "content-type": "text/plain", "retry-after": "1" }).end("Starting");
      return;
    }
    const request = toRequest(incoming);
    await write(await handle(request), request.method, response);
  }

  const timeouts = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkMs };
  const server: Server = createServer(timeouts, (incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (!incoming.destroyed && !response.destroyed) fail(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "content-type": "application/json" }).end('{"message":"Internal Server Error"}');
    });
  });
  // Longer than clients keep idle connections, so that none sends on a connection that is being closed.
  server.keepAliveTimeout = 65_000;
  server.on("upgrade", (incoming, socket, head) => {
    // A client that disconnects during the handshake isn't a failure.
    socket.on("error", () => {});
    if (!upgrade) return void socket.end("HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n");
    upgrade(toRequest(incoming), { incoming, socket, head }).catch((error: unknown) => {
      fail(error);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: opened } = server.address() as AddressInfo;

  return {
    server,
    port: opened,
    /** Starts serving; `onFailure` is called with the laptop's own errors. */
    serve(handler: EdgeHandler, onFailure: (error: unknown) => void, onUpgrade?: UpgradeHandler) {
      handle = handler;
      fail = onFailure;
      upgrade = onUpgrade;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
