import { createServer } from "node:net";
import { servicePorts } from "ochre-local/endpoints";

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** A port for the laptop; its services' ports are free too. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const all = [port, ...Object.values(servicePorts(port))];
    if ((await Promise.all(all.map(isFree))).every(Boolean)) return port;
  }
}
