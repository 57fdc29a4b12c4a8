import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { message } from "#local/gateway/message.ts";
import { openGateway } from "#local/gateway/server.ts";

async function gateway(timeouts?: Parameters<typeof openGateway>[1]) {
  const opened = await openGateway(0, timeouts);
  onTestFinished(() => opened.stop());
  opened.serve(
    async ({ readBody }) => message(200, (await readBody(1000)).length.toString()),
    () => {},
  );
  return opened;
}

/** Response to a browser's request for a page with this Host header. */
async function pageAt(port: number, host: string) {
  const sent = request({ host: "127.0.0.1", port, path: "/about?x=1", headers: { host, accept: "text/html" } }).end();
  const [response] = await once(sent, "response");
  response.resume();
  return { status: response.statusCode, location: response.headers.location };
}

describe("a page requested by another host name", () => {
  test.each(["127.0.0.1:3000", "127.0.0.1"])("%s is redirected to localhost", async (host) => {
    const { port } = await gateway();
    const location = `http://${host.replace("127.0.0.1", "localhost")}/about?x=1`;
    expect(await pageAt(port, host)).toEqual({ status: 307, location });
  });

  test.each(["127.0.0.1.example.org", "127.0.0.10:3000", "127.0.0.1@example.org", "127.0.0.1:80:80", "localhost:3000"])(
    "%s isn't redirected",
    async (host) => {
      const { port } = await gateway();
      expect(await pageAt(port, host)).toEqual({ status: 200, location: undefined });
    },
  );
});

describe("a connection", () => {
  const timeouts = { headersMs: 100, requestMs: 300, checkMs: 50 };

  /** Response to an incomplete request, complete once the connection is closed. */
  async function answerTo(port: number, text: string) {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("error", () => {});
    socket.write(text);
    await once(socket, "close");
    return answer;
  }

  test.each([
    ["headers don't end", "GET / HTTP/1.1\r\nHost: localhost\r\n"],
    ["body doesn't come", "POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc"],
  ])("whose %s is closed", async (_what, text) => {
    const { port } = await gateway(timeouts);
    expect(await answerTo(port, text)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
