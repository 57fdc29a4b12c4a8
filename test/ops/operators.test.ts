import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readOperator } from "#shared/contract/admin.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createOperators } from "#test/support/operators.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { OPERATOR } from "#test/support/start-sts.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const ops = (...words: string[]) => run(PROJECT, "bin/ops.ts", ...words, ...ON_STAGE);

let api: Api;
let people: ReturnType<typeof createAccounts>;
beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
  await startStage();
});

test("permissions are granted by username or id, listed, revoked one by one, and recorded", async () => {
  const { userId, userUsername, token } = await people.createSignedInAccount();
  const callMe = async () => (await api.call(readOperator, { token })).status;
  const dry = await ops("operators", "grant", "--user", userUsername, "--permission", "support", "--dry-run");
  expect(dry.output).toContain(`Afterwards ${userUsername} (${userId}) has support. Dry run: nothing was changed.`);
  expect(await callMe()).toBe(404);

  const granted = await ops("operators", "grant", "--user", userUsername, "--permission", "support,moderation");
  expect(granted.output).toContain(`${userUsername} (${userId}) has moderation, support.`);
  expect(granted.output).toContain(`${userUsername} adds one at http`);
  expect(await callMe()).toBe(403);
  expect((await ops("operators", "list")).output).toContain(
    `${userId}  ${userUsername}  moderation, support  (no second factor)`,
  );

  await ops("operators", "grant", "--user", userId, "--permission", "moderation");
  const revoked = await ops("operators", "revoke", "--user", userId, "--permission", "support");
  expect(revoked.output).toContain(`${userUsername} (${userId}) has moderation.`);
  const ended = await ops("operators", "revoke", "--user", userId, "--permission", "moderation");
  expect(ended.output).toContain(`${userUsername} (${userId}) is no operator.`);
  expect(await callMe()).toBe(404);
  expect((await ops("operators", "list")).output).not.toContain(userId);

  const { output } = await ops("audit", "--user", userId, "--event", "operator");
  expect(output).toContain(`${OPERATOR}  operator.grant  ${userId}  done`);
  expect(output).toContain(`${OPERATOR}  operator.revoke  ${userId}  done`);
});

test("an operator with a second factor isn't told to add one", async () => {
  const { userId } = await createOperators(api, people).createOperator(["support"]);
  const { output } = await ops("operators", "grant", "--user", userId, "--permission", "finance");
  expect(output).toContain("has support, finance.");
  expect(output).not.toContain("second factor");
});

test.each([
  [["grant", "--user", "nobody", "--permission", "support"], "--user nobody isn't an open account."],
  [["grant", "--user", "nobody", "--permission", "all"], "--permission takes one or more of moderation, support"],
  [["grant", "--user", "nobody"], "--user and --permission are required."],
  [["remove"], 'Expected "list", "grant" or "revoke".'],
])("%j is refused", async (words, reason) => {
  expect(await ops("operators", ...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});
