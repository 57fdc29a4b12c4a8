import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { expect, test } from "vitest";
import { openTable } from "#lambdas/platform/table/marketplace-table.ts";
import { AttemptsEntity } from "#lambdas/platform/throttle/attempts.entity.ts";
import { atFileEnd } from "#test/support/file-end.ts";

/** A table that refuses the first writes because a transaction is writing their items. */
async function tableInConflict(refusals: number) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(String(request.headers["x-amz-target"]));
    request.resume().once("end", () => {
      const isRefused = calls.length <= refusals;
      const refusal = { __type: "com.amazonaws.dynamodb.v20120810#TransactionConflictException", message: "conflict" };
      response
        .writeHead(isRefused ? 400 : 200, { "content-type": "application/x-amz-json-1.0" })
        .end(JSON.stringify(isRefused ? refusal : {}));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
  });
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const table = openTable({ TABLE_NAME: "table" });
  const write = () => table.send(AttemptsEntity.build(UpdateItemCommand).item({ window: "a", count: 1, expires: 1 }));
  return { write, calls };
}

test("a write that conflicts with a transaction is retried", async () => {
  const { write, calls } = await tableInConflict(3);
  await write();
  expect(calls).toHaveLength(4);
});

test("a write that is refused in every attempt fails", async () => {
  const { write, calls } = await tableInConflict(100);
  await expect(write()).rejects.toThrow("conflict");
  expect(calls).toHaveLength(8);
});
