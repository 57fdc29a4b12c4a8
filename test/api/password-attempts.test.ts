import { beforeAll, expect, test } from "vitest";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { countAttempt, resetAttempts } from "#lambdas/platform/throttle/password-attempts.ts";
import { PASSWORD_ATTEMPTS } from "#shared/throttles.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const toCounter = (subject: string) => ({ kind: "codesSignedIn", subject }) as const;

test("an attempt that races with a reset counts as the first after it", async () => {
  const { table, now } = api.services;
  const counter = toCounter("same moment");
  await countAttempt({ table, now }, counter);
  let sent = 0;
  const interrupted: OpenTable = {
    ...table,
    send: (async (command: never) => {
      if (++sent === 2) await resetAttempts({ table, now }, counter);
      return table.send(command);
    }) as never,
  };
  expect(await countAttempt({ table: interrupted, now }, counter)).toBeUndefined();
  for (let nth = 1; nth < PASSWORD_ATTEMPTS.codesSignedIn.count; nth++) {
    expect(await countAttempt({ table, now }, counter)).toBeUndefined();
  }
  expect(await countAttempt({ table, now }, counter)).toBeGreaterThan(0);
});
