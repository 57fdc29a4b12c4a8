import { join } from "node:path";
import { TOTP } from "otpauth";
import { beforeAll, describe, expect, test } from "vitest";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { login } from "#shared/contract/auth.ts";
import { beginTotp, confirmTotp, proveOwner } from "#shared/contract/second-factor.ts";
import { readSettings } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { type Account, createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { OPERATOR } from "#test/support/start-sts.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const words = (line: string) => line.split(" ").filter(Boolean);
const ops = (line: string) => run(PROJECT, "bin/ops.ts", ...words(line), ...ON_STAGE);
const audit = (line: string) => ops(`audit ${line}`);
const accounts = (line: string) => ops(`accounts ${line}`);

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
  await startStage();
});

/** Gives an account an authenticator app. */
async function protect(account: Account) {
  await api.call(proveOwner, { ...account.self, body: { kind: "password", userPassword: PASSWORD } });
  const { secret } = (await api.call(beginTotp, account.self)).body;
  const code = new TOTP({ secret }).generate({ timestamp: api.services.now().getTime() });
  expect((await api.call(confirmTotp, { ...account.self, body: { code } })).status).toBe(200);
  return account;
}

describe("npm run ops -- audit", () => {
  test("prints the actions of and on an account, the oldest first, and no other's", async () => {
    const [account, other] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    await api.call(login, { body: { userUsername: account.userUsername, userPassword: "not the password" } });
    const { code, output } = await audit(`--user ${account.userId}`);
    expect(code).toBe(0);
    const lines = output
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("On "))
      .map((line) => line.split("  "));
    expect(lines.map(([, who, event, , outcome]) => [who, event, outcome])).toEqual([
      [account.userId, "account.signup", "done"],
      [account.userId, "account.verify", "done"],
      [account.userId, "session.begin", "done"],
      ["-", "session.begin", "wrong_credentials"],
    ]);
    expect(lines.map(([at]) => at)).toEqual(lines.map(([at]) => at).sort());
    expect(output).not.toContain(other.userId);
    expect(output).not.toContain("@");
  });

  test("prints all accounts' entries of an event or of a kind of events", async () => {
    const [one, two] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const everybody = await audit("--event session.begin");
    for (const { userId } of [one, two]) expect(everybody.output).toContain(userId);
    expect((await audit("--event account")).output).not.toContain("session.begin");
  });

  test("prints only the entries of the given days", async () => {
    const { userId } = await people.createSignedInAccount();
    const today = new Date().toISOString().slice(0, 10);
    expect((await audit(`--user ${userId} --from ${today} --to ${today}`)).output).toContain("session.begin");
    const before = await audit(`--user ${userId} --from 2026-01-01 --to 2026-01-31`);
    expect(before).toMatchObject({ code: 0, output: expect.stringContaining("No matching entries.") });
  });

  test.each([
    ["--user ada", "--user ada isn't a user id."],
    ["--from tomorrow", "--from tomorrow isn't a date (YYYY-MM-DD)."],
    ["--from 2026-02-02 --to 2026-02-01", "--to must not be before --from."],
  ])("%s is refused", async (line, reason) => {
    expect(await audit(line)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  });
});

test("npm run ops -- accounts end-sessions ends all sessions of an account, and is recorded", async () => {
  const account = await people.createSignedInAccount();
  await accounts(`end-sessions --user ${account.userId} --dry-run`);
  expect((await api.call(readSettings, account.self)).status).toBe(200);
  const ended = await accounts(`end-sessions --user ${account.userId}`);
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining("Done for") });
  expect((await api.call(readSettings, account.self)).status).toBe(401);
  const recorded = await audit(`--user ${account.userId} --event session.end_all`);
  expect(recorded.output).toContain(`${OPERATOR}  session.end_all  ${account.userId}  done`);
});

test("npm run ops -- accounts remove-abandoned deletes only expired users of the pool without an account", async () => {
  const kept = await people.createSignedInAccount();
  const [abandoned, young] = [api.services.newId(), api.services.newId()];
  await api.services.identity.register(young, PASSWORD);
  api.travel(-2 * LIFETIMES.verificationLink);
  await api.services.identity.register(abandoned, PASSWORD);
  api.travel(2 * LIFETIMES.verificationLink);
  const found = await accounts("remove-abandoned --dry-run");
  expect(found.output).toContain("Users without an account: 1. Dry run: nothing was changed.");
  const removed = await accounts("remove-abandoned");
  expect(removed).toMatchObject({ code: 0, output: expect.stringContaining("Users deleted: 1.") });
  expect(await api.services.identity.logIn(kept.userId, PASSWORD)).toMatchObject({ accessToken: expect.anything() });
  const recorded = await audit("--event account.remove_abandoned");
  expect(recorded.output).toContain(abandoned);
  expect(recorded.output).not.toContain(young);
});

describe("npm run ops -- accounts remove-factors", () => {
  test("only lists the factors in a dry run", async () => {
    const account = await protect(await people.createSignedInAccount());
    const removal = await accounts(`remove-factors --user ${account.userId} --dry-run`);
    expect(removal.output).toContain(
      "would remove all second factors (authenticator apps: 1, passkeys: 0, recovery codes: 10)",
    );
    expect((await findUser(api.services.table, account.userId))?.factors).toBe(1);
    expect((await audit(`--user ${account.userId} --event factor.remove_all`)).output).toContain("No matching entries");
  });

  test("removes all factors, ends sessions, mails the owner and is recorded; then the password suffices", async () => {
    const account = await protect(await people.createSignedInAccount());
    const body = { userUsername: account.userUsername, userPassword: PASSWORD };
    expect((await api.call(login, { body })).failure.code).toBe("second_factor_required");
    const removed = await accounts(`remove-factors --user ${account.userId}`);
    expect(removed).toMatchObject({ code: 0, output: expect.stringContaining("Done for") });

    expect((await api.call(readSettings, account.self)).status).toBe(401);
    await api.processEvents();
    const [mail] = people.mailsTo(account.userEmail);
    expect(mail?.subject).toContain("no longer has a second factor");
    await api.processEvents();
    expect(people.mailsTo(account.userEmail).filter(({ subject }) => subject === mail?.subject)).toHaveLength(1);
    api.travel(2);
    expect((await api.call(login, { body })).status).toBe(200);
    const recorded = await audit(`--user ${account.userId} --event factor.remove_all`);
    expect(recorded.output).toContain(`${OPERATOR}  factor.remove_all  ${account.userId}  done`);
  });

  test.each([
    ["remove-factors --user ada", "--user ada isn't a user id."],
    ["remove-factors --user 01900000-0000-7000-8000-000000000000", "isn't an open account."],
    ["forget --user ada", "Expected one of: remove-factors, end-sessions, remove-abandoned."],
  ])("%s is refused", async (line, reason) => {
    expect(await accounts(line)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  });

  test("is refused for an account without a second factor", async () => {
    const { userId } = await people.createSignedInAccount();
    const refused = await accounts(`remove-factors --user ${userId}`);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("has no second factor.") });
  });
});
