import { once } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { UNRESTRICTED } from "#local/access/access.ts";
import { startDynamoDbProxy } from "#local/services/dynamodb-proxy.ts";
import { listen } from "#local/services/http-server.ts";

afterEach(() => void vi.restoreAllMocks());

test("a request that is in progress when the laptop stops causes no error", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const arrived = Promise.withResolvers<void>();
  const upstream = await listen(async (_request, response) => {
    arrived.resolve();
    await once(response, "close");
  });
  const proxy = await startDynamoDbProxy({ upstream: upstream.url, access: UNRESTRICTED, log: () => {} });
  const call = fetch(proxy.url, { method: "POST", body: "{}" }).catch((error: Error) => error.message);
  await arrived.promise;
  await proxy.stop();
  await upstream.stop();
  expect([await call, printed.mock.calls]).toEqual(["fetch failed", []]);
});

test("a response that the database aborts is aborted, so that the SDK retries at once", async () => {
  const upstream = await listen(async (_request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("half");
    setTimeout(() => response.destroy(), 10);
  });
  const proxy = await startDynamoDbProxy({ upstream: upstream.url, access: UNRESTRICTED, log: () => {} });
  const call = fetch(proxy.url, { method: "POST", body: "{}", signal: AbortSignal.timeout(5_000) });
  await expect(call.then((response) => response.text())).rejects.toThrow("terminated");
  await proxy.stop();
  await upstream.stop();
});
