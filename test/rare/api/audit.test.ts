import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openAuditLog, SHARDS, WITHIN_CALL } from "#lambdas/platform/audit/audit-log.ts";
import { AuditTable } from "#lambdas/platform/audit/audit-table.ts";
import { findEntries } from "#lambdas/platform/audit/find-entries.ts";
import { changePassword, endOtherSessions, login, logout, refreshToken } from "#shared/contract/auth.ts";
import { writeComment } from "#shared/contract/community.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { updateUser } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { THROTTLES } from "#shared/throttles.ts";
import { type Account, createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import { breaking } from "#test/support/breaking.ts";
import { createGiven } from "#test/support/given.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

/** The log's entries about an account, oldest first. */
async function listEntries(userId: string) {
  const at = api.services.now().getTime();
  const entries = [];
  const hour = 60 * 60 * 1000;
  for await (const entry of findEntries({ userId, from: new Date(at - 24 * hour), until: new Date(at + hour) })) {
    entries.push(entry);
  }
  return entries;
}
const listEvents = async (userId: string) =>
  (await listEntries(userId)).map(({ event, outcome }) => `${event} ${outcome}`);

async function wholeLog() {
  const items: Record<string, unknown>[] = [];
  const pages = paginateScan({ client: new DynamoDBClient({}) }, { TableName: process.env.AUDIT_TABLE_NAME ?? "" });
  for await (const { Items = [] } of pages) items.push(...Items.map((item) => unmarshall(item)));
  return items;
}

/** Entries that operators can query. */
const keptEntries = async () => (await wholeLog()).filter(({ pk }) => /^AUDIT_DAY#\d{4}-/.test(String(pk)));

const logInWrongly = ({ userUsername }: Pick<Account, "userUsername">) =>
  api.call(login, { body: { userUsername, userPassword: "not the password" } });

describe("the audit log", () => {
  test("has sign-up, login, refusals, password change and logout of an account, each with its request id", async () => {
    const account = await people.createSignedInAccount();
    await logInWrongly(account);
    const body = { userCurrent: PASSWORD, userPassword: "a better password", userConfirm: "a better password" };
    const changed = await api.call(changePassword, { ...account.self, body });
    await api.call(endOtherSessions, { ...account.self, token: changed.body.accessToken });
    await api.call(logout, { token: changed.body.accessToken });
    expect(await listEvents(account.userId)).toEqual([
      "account.signup done",
      "account.verify done",
      "session.begin done",
      "session.begin wrong_credentials",
      "password.change done",
      "session.end_others done",
      "session.end done",
    ]);
    const entries = await listEntries(account.userId);
    expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(entries.length);
    const [refused, ...others] = entries.filter(({ who }) => who !== account.userId);
    expect([refused, others]).toMatchObject([{ who: undefined, target: account.userId }, []]);
  });

  test("has a written comment with its id and a refused profile change, but no favourites", async () => {
    const given = createGiven(api);
    const [artist, fan, stranger] = [await given.user(), await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const params = { artworkId };
    const written = await api.call(writeComment, { as: fan.userId, params, body: { commentContent: "Fine." } });
    await api.call(writeComment, { as: fan.userId, params, body: { commentContent: "" } });
    await api.call(addFavorite, { as: fan.userId, params });
    expect(await listEntries(fan.userId)).toMatchObject([
      { who: fan.userId, event: "comment.write", target: written.body.commentId, outcome: "done" },
    ]);
    const theirs = await api.call(updateUser, { as: stranger.userId, params: { userId: fan.userId }, body: {} });
    expect(theirs.status).toBe(403);
    await api.call(addFavorite, { params });
    expect(await listEvents(stranger.userId)).toEqual(["account.profile forbidden"]);
  });

  test("has a refused refresh and a throttled call, but no successful or invalid ones", async () => {
    const account = await people.createSignedInAccount();
    await api.call(refreshToken, withJid(account.jid));
    api.travel(LIFETIMES.refreshRetry + 1);
    expect((await api.call(refreshToken, withJid(account.jid))).status).toBe(401);
    const { token } = await people.logIn(account.userUsername);
    for (let asked = 0; asked <= THROTTLES.endOthers.account.count; asked++) {
      await api.call(endOtherSessions, { ...account.self, token });
    }
    const events = await listEvents(account.userId);
    expect(events.filter((event) => event.startsWith("session.refresh"))).toEqual(["session.refresh session_expired"]);
    expect(events.at(-1)).toBe("session.end_others too_many_requests");
    await api.call(updateUser, { ...account.self, token, body: { userName: "" } });
    expect(await listEvents(account.userId)).toEqual(events);
  });

  test("gets one write for a refused login of a known and of an unknown username, and keeps only the former", async () => {
    const account = await people.createSignedInAccount();
    const writes = vi.spyOn(AuditTable.documentClient as DynamoDBDocumentClient, "send");
    const before = (await keptEntries()).length;
    const countWrites = async (userUsername: string) => {
      writes.mockClear();
      expect((await logInWrongly({ userUsername })).status).toBe(401);
      return writes.mock.calls.length;
    };
    expect([await countWrites(account.userUsername), await countWrites("nobody_has_this")]).toEqual([1, 1]);
    writes.mockRestore();
    expect((await keptEntries()).length).toBe(before + 1);
    expect((await wholeLog()).length - (await keptEntries()).length).toBeLessThanOrEqual(SHARDS);
  });

  test("has wrong current passwords, and the target of a forbidden change", async () => {
    const [owner, thief] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const body = { userCurrent: "a guess of ten", userPassword: "a better password", userConfirm: "a better password" };
    expect((await api.call(changePassword, { ...thief.self, body })).failure.code).toBe("current_password_wrong");
    await api.call(changePassword, { ...thief.self, params: { userId: owner.userId }, body });
    expect((await listEntries(thief.userId)).slice(-2)).toMatchObject([
      { event: "password.change", outcome: "current_password_wrong" },
      { event: "password.change", outcome: "forbidden", target: owner.userId },
    ]);
  });

  test("isn't filled by a refused call for an unknown username", async () => {
    const before = (await keptEntries()).length;
    const { status } = await api.call(login, {
      body: { userUsername: "nobody.at.all", userPassword: "a guess of ten" },
      headers: { origin: "https://elsewhere.test" },
    });
    expect([status, (await keptEntries()).length]).toEqual([403, before]);
  });

  test("has no personal data but ids", async () => {
    const account = await people.createSignedInAccount();
    await logInWrongly(account);
    const log = JSON.stringify(await wholeLog());
    expect(log).toContain(account.userId);
    for (const secret of [account.userUsername, account.userEmail, PASSWORD, "not the password", "127.0.0.1", "@"]) {
      expect(log).not.toContain(secret);
    }
  });

  test("keeps an entry for a year", async () => {
    const { userId } = await people.createSignedInAccount();
    const [entry] = (await wholeLog()).filter(({ who }) => who === userId);
    const written = Date.parse(String(entry?.sk).split("#")[1] ?? "");
    expect(Number(entry?.ttl) - Math.floor(written / 1000)).toBe(LIFETIMES.auditEntry);
    expect(LIFETIMES.auditEntry).toBe(365 * 24 * 60 * 60);
  });

  test("that fails doesn't fail the call: the entry goes to the function's log", async () => {
    const { userId } = await createGiven(api).user();
    const refusing = { record: () => Promise.reject(new Error("throttled")) };
    const logged = vi.spyOn(api.services.log, "error").mockImplementation(() => {});
    const call = { as: userId, params: { userId }, body: { userName: "Ada" } };
    const { status, body } = await api.call(updateUser, call, { audit: refusing });
    expect([status, body.user.fullName]).toEqual([200, "Ada"]);
    const entry = expect.objectContaining({ who: userId, event: "account.profile", outcome: "done" });
    expect(logged).toHaveBeenCalledWith(
      "An entry of the audit log was not written",
      expect.objectContaining({ entry }),
    );
    logged.mockRestore();
  });

  test("has a call that crashed as internal", async () => {
    const account = await people.createSignedInAccount();
    const { instead } = breaking(api, 3, "after");
    const body = { userCurrent: PASSWORD, userPassword: "a better password", userConfirm: "a better password" };
    await expect(api.call(changePassword, { ...account.self, body }, instead)).rejects.toThrow();
    expect((await listEvents(account.userId)).at(-1)).toBe("password.change internal");
  });

  test("is written before the response", async () => {
    const { userId } = await createGiven(api).user();
    const order: string[] = [];
    const audit = openAuditLog({ AUDIT_TABLE_NAME: process.env.AUDIT_TABLE_NAME ?? "" });
    const slow = {
      record: async (entry: Parameters<typeof audit.record>[0]) => {
        await new Promise((done) => setTimeout(done, 50));
        await audit.record(entry);
        order.push("recorded");
      },
    };
    await api.call(updateUser, { as: userId, params: { userId }, body: {} }, { audit: slow });
    order.push("answered");
    expect(order).toEqual(["recorded", "answered"]);
  });

  test("can be written by functions with that permission, and not read", async () => {
    await expect(actAs("auth", () => wholeLog())).rejects.toThrow(/not authorized/);
    const entry = { at: new Date(), event: "session.end", outcome: "done" } as const;
    const log = openAuditLog({ AUDIT_TABLE_NAME: process.env.AUDIT_TABLE_NAME ?? "" });
    await actAs("auth", () => log.record(entry));
    await expect(actAs("search", () => log.record(entry))).rejects.toThrow(/not authorized/);
  });
});

test("a call doesn't wait for a slow log, but a command does", async () => {
  const server = createServer((_, response) => void setTimeout(() => response.end("{}"), 1_500));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entry = { at: new Date(), event: "session.end", outcome: "done" } as const;
  const open = (client: object) => openAuditLog({ AUDIT_TABLE_NAME: "slow" }, { ...client, endpoint });
  await expect(open(WITHIN_CALL).record(entry)).rejects.toThrow(/requestTimeout/);
  await open({}).record(entry);
  server.closeAllConnections();
  server.close();
});
