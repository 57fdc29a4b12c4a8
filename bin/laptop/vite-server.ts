import { existsSync } from "node:fs";
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { EdgeRequest, EdgeResponse } from "ochre-local/services";
import { createServer, type Plugin } from "vite";
import { PROJECT } from "./options.ts";

/** Paths of Vite and of the site's sources, which aren't in a bucket. */
const VITE_PATH = /^\/(@|src\/|node_modules\/|\.\.\/)/;

/** Adds a notice to every page that it isn't rendered on the server, unlike on AWS. */
const notRenderedNotice: Plugin = {
  name: "say-not-rendered",
  transformIndexHtml: () => [
    {
      tag: "p",
      attrs: {
        style:
          "position:fixed;z-index:9999;inset:auto auto 8px 8px;margin:0;padding:4px 12px;border-radius:20px;" +
          "background:#12110f;color:#ece7df;font:13px/1.5 system-ui,sans-serif;opacity:.85;pointer-events:none",
      },
      children: "npm run dev renders this page in the browser only; npm start and AWS render it on the server first.",
      injectTo: "body",
    },
  ],
};

/**
 * Serves the site from its sources with hot reload, behind the laptop's gateway. Vite answers pages and the files that it
 * knows; files that the CDK adds to the site still come from the bucket. Pages aren't rendered on the server.
 */
export async function startViteServer() {
  const root = join(PROJECT, "web");
  const server = createHttpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    plugins: [notRenderedNotice],
    appType: "spa",
    clearScreen: false,
    logLevel: "warn",
    server: { middlewareMode: true, hmr: { server, clientPort: port, host: "127.0.0.1" }, fs: { allow: [PROJECT] } },
  });
  server.on("request", vite.middlewares);

  const isViteRequest = ({ path }: EdgeRequest) =>
    VITE_PATH.test(path) || !extname(path) || extname(path) === ".html" || existsSync(join(root, "public", path));

  const fetchFromVite = (request: EdgeRequest) =>
    new Promise<EdgeResponse>((resolve, reject) => {
      const path = request.query ? `${request.path}?${request.query}` : request.path;
      const headers = { accept: "text/html,*/*", ...request.headers, host: `127.0.0.1:${port}` };
      const proxied = httpRequest({ host: "127.0.0.1", port, path, method: request.method, headers });
      proxied.once("error", reject).once("response", (response: IncomingMessage) => {
        const forwarded = Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined || name === "transfer-encoding" || name === "connection" ? [] : [[name, String(value)]],
        );
        resolve({
          status: response.statusCode ?? 502,
          headers: Object.fromEntries(forwarded),
          cookies: [],
          body: response,
        });
      });
      proxied.end();
    });

  return {
    handle: async (request: EdgeRequest) => (isViteRequest(request) ? fetchFromVite(request) : undefined),
    async stop() {
      await vite.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
