import { existsSync } from "node:fs";
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { createServer } from "vite";
import type { EdgeRequest, EdgeResponse } from "#local/gateway/message.ts";
import { PROJECT } from "./options.ts";

/** Vite's own paths and the site's sources, which no bucket holds. */
const VITE_PATH = /^\/(@|src\/|node_modules\/|\.\.\/)/;

/**
 * Serves the site from its sources with hot reload, on a port of its own behind the laptop's gateway.
 * Only pages and the default behaviour are Vite's, and of them only what Vite knows: files CDK adds beside the site stay
 * the bucket's. Pages are drawn by the browser alone then.
 */
export async function startSite() {
  const root = join(PROJECT, "web");
  const server = createHttpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    appType: "spa",
    clearScreen: false,
    logLevel: "warn",
    server: { middlewareMode: true, hmr: { server, clientPort: port, host: "127.0.0.1" }, fs: { allow: [PROJECT] } },
  });
  server.on("request", vite.middlewares);

  const isVites = ({ path }: EdgeRequest) =>
    VITE_PATH.test(path) || !extname(path) || extname(path) === ".html" || existsSync(join(root, "public", path));

  const fetchFromVite = (request: EdgeRequest) =>
    new Promise<EdgeResponse>((resolve, reject) => {
      const path = request.query ? `${request.path}?${request.query}` : request.path;
      const headers = { accept: "text/html,*/*", ...request.headers, host: `127.0.0.1:${port}` };
      const passed = httpRequest({ host: "127.0.0.1", port, path, method: request.method, headers });
      passed.once("error", reject).once("response", (response: IncomingMessage) => {
        const kept = Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined || name === "transfer-encoding" || name === "connection" ? [] : [[name, String(value)]],
        );
        resolve({
          status: response.statusCode ?? 502,
          headers: Object.fromEntries(kept),
          cookies: [],
          body: response,
        });
      });
      passed.end();
    });

  return {
    answer: async (isSites: boolean, request: EdgeRequest) =>
      isSites && isVites(request) ? fetchFromVite(request) : undefined,
    async stop() {
      await vite.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
