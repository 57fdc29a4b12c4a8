import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type HttpServer = { url: string; stop(): Promise<void> };
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Serves HTTP on 127.0.0.1 and resolves once the port is open; port 0 picks a free one.
 * Rejects with Node's own error (`code: "EADDRINUSE"`) when the port is taken. `stop` closes open connections.
 */
export async function listen(handle: RequestHandler, port = 0): Promise<HttpServer> {
  const server = createServer((request, response) => {
    handle(request, response)
      .catch((error: unknown) => {
        // The client has closed the connection, or `stop` has, so nothing can be sent.
        if (request.socket.destroyed) return;
        console.error(error);
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { "content-type": "text/plain" }).end("Internal failure");
      })
      // A browser reads an early error response only after it has sent its body, so the rest of the body is drained.
      .finally(() => request.removeAllListeners("readable").resume());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: opened } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${opened}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export class BodyTooLarge extends Error {}

/** The body's chunks; breaking the loop keeps the connection, so that an error response still reaches the client. */
export function readChunks(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false });
}

/** Reads the whole body; throws BodyTooLarge beyond `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(request)) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge(`A body may have ${limit} bytes here`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
