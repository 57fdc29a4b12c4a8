import { execFile } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

const { origin } = inject("cloud");

/** Runs `npm run test:stage` and returns exit code and output. */
function testStage(...args: string[]) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|STAGE)_/.test(name)));
  const command = ["test/stage/run.ts", ...args];
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, command, { env: { ...env, NO_COLOR: "1" } }, (problem, stdout, stderr) =>
      resolve({ code: problem ? problem.code : 0, output: stdout + stderr }),
    );
  });
}

/** Serves a site for a block of tests. */
function serve(listener: RequestListener) {
  const server = createServer(listener);
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return () => `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Polls, because the search index lags behind deletions. */
async function expectNothingLeft() {
  for (const type of ["artwork", "users"]) {
    const find = async () => (await fetch(`${origin}/api/search?q=stagetest&t=${type}`)).json();
    await expect.poll(find).toMatchObject({ items: [] });
  }
}

test("a working stage passes every check, one a line, and keeps no data of them", async () => {
  const { code, output } = await testStage("--url", origin);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/✓ .*test\/stage\/trade\.test\.ts > .*its licence is revoked/),
  ]);
  expect(output).toMatch(/✓ .*test\/stage\/read\.test\.ts > .*robots\.txt/);
  await expectNothingLeft();
});

describe("a stage without one of its headers, and without its socket", () => {
  const site = serve(async (request, answer) => {
    const { method = "", url = "" } = request;
    const { authorization, cookie, "content-type": type } = request.headers;
    const sent = Object.entries({ authorization, cookie, "content-type": type }).filter(([, value]) => value) as [
      string,
      string,
    ][];
    const body = method === "GET" ? undefined : await buffer(request);
    const response = await fetch(origin + url, {
      method,
      headers: sent,
      redirect: "manual",
      ...(body?.length ? { body } : {}),
    });
    const dropped = /^(strict-transport|content-(encoding|length)|transfer|connection|set-cookie)/;
    const kept = [...response.headers].filter(([name]) => !dropped.test(name));
    answer.writeHead(response.status, { ...Object.fromEntries(kept), "set-cookie": response.headers.getSetCookie() });
    answer.end(Buffer.from(await response.arrayBuffer()));
  });

  test("fails their checks and keeps no data of the others", async () => {
    const { code, output } = await testStage("--url", site());
    expect(code).toBe(1);
    expect(output).toMatch(/× .*the headers of a page > bind browsers to TLS/);
    expect(output).toMatch(/✓ .*the headers of a page > let no script run/);
    expect(output).toMatch(/× .*its artist is followed and notified/);
    expect(output).not.toContain("The stage still has");
    await expectNothingLeft();
  });
});

describe("production", () => {
  const asked: string[] = [];
  const site = serve(({ method, url }, answer) => {
    asked.push(`${method} ${url}`);
    const features = { payments: false, discounts: false, dashboard: false, gif: false };
    const isConfiguration = url === "/config.json";
    answer
      .writeHead(isConfiguration ? 200 : 404)
      .end(isConfiguration ? JSON.stringify({ stage: "production", features }) : "");
  });

  test("isn't tested by mistake", async () => {
    const { code, output } = await testStage("--url", site());
    expect([code, output]).toEqual([1, expect.stringContaining("say --yes-production")]);
    expect(asked).toEqual(["GET /config.json", "GET /__local/mail"]);
  });

  test("is only read from, even on purpose", async () => {
    const { output } = await testStage("--url", site(), "--yes-production");
    expect(output).toContain("read.test.ts");
    expect(output).not.toContain("trade.test.ts");
    expect(asked.filter((request) => !request.startsWith("GET "))).toEqual([]);
  });
});

describe("a deployed stage", () => {
  test("must exist", async () => {
    expect(await testStage("--url", "http://localhost:9")).toMatchObject({
      code: 1,
      output: expect.stringContaining("Nothing answers"),
    });
  });
});
