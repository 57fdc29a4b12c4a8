import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import {
  blockAccount,
  endAccountSessions,
  eraseAccount,
  liftSuspension,
  listAccountArtwork,
  listAccountOrders,
  listLog,
  readAccount,
  removeAccountFactors,
  searchPeople,
  startAccountExport,
  suspendAccount,
  unblockAccount,
} from "#shared/contract/admin.ts";
import { deactivateUser, listSessions, login } from "#shared/contract/auth.ts";
import { readUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { OPERATOR_PERMISSIONS } from "#shared/model/operator.ts";
import type { Route } from "#shared/route.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { type Account, createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { createOperators } from "#test/support/operators.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;
let given: ReturnType<typeof createGiven>;
let operators: ReturnType<typeof createOperators>;
let operator: Account;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
  given = createGiven(api);
  operators = createOperators(api, people);
  operator = await operators.createOperator([...OPERATOR_PERMISSIONS]);
});

const REASON = "Asked by its owner in ticket 12";

const search = async (q: string) =>
  (await api.call(searchPeople, { token: operator.token, body: { q, reason: "security" } })).body.items;

const sentBy = ({ token }: Pick<Account, "token">, userId: string) => ({ token, params: { userId } });

const look = (userId: string) => ({ token: operator.token, params: { userId }, query: { reason: "security" } });

const read = async (userId: string) => (await api.call(readAccount, look(userId))).body;

/** Acts on an account as it is now, or as an operator saw it before. */
async function act(route: Route, userId: string, body: object = {}, version?: string) {
  const seen = version ?? (await read(userId)).version;
  const sent = { ...sentBy(operator, userId), body: { reason: REASON, version: seen, ...body } };
  const { status, failure } = await api.call(route, sent);
  return [status, failure.code ?? failure.message];
}

const subjects = (account: Pick<Account, "userEmail">) =>
  people.mailsTo(account.userEmail).map(({ subject }) => subject);

const block = { rule: "Terms of Service, section 3" };

/** The log's entries about an account with a reason. */
const listEntries = async (target: string) =>
  (await api.call(listLog, { token: operator.token, query: { reason: "security", target, limit: 50 } })).body.items
    .filter(({ reason }) => reason)
    .map(({ event, reason }) => [event, reason]);

/** Gives the account a second factor that the log-in asks for. */
const addFactor = (userId: string) =>
  api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, factors: 1 }));

const enterPassword = async ({ userUsername }: Account) =>
  (await api.call(login, { body: { userUsername, userPassword: PASSWORD } })).failure.code;

describe("the search", () => {
  test("finds an account by username, email and id, also once it is blocked or closed", async () => {
    const { userId, userUsername, userEmail } = await people.createSignedInAccount();
    for (const q of [userUsername, `@${userUsername.toUpperCase()}`, userEmail.toUpperCase(), userId])
      expect(await search(q)).toMatchObject([{ id: userId, name: userUsername, state: "open", side: null }]);
    await act(blockAccount, userId, block);
    expect(await search(userEmail)).toMatchObject([{ name: userUsername, state: "blocked" }]);
    await act(unblockAccount, userId);
    await act(eraseAccount, userId, { username: userUsername });
    expect(await search(userUsername)).toMatchObject([{ name: userUsername, state: "closed" }]);
    expect(await search(userEmail)).toEqual([]);
  });

  test("finds accounts that wait for an address's link", async () => {
    const { userEmail } = await people.createUnverifiedAccount();
    expect(await search(userEmail)).toMatchObject([{ state: "unverified" }]);
  });

  test("finds both sides of an order by its number or id", async () => {
    const [artist, buyer] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const { orderId } = await given.order(artworkId, buyer.userId);
    const number = formatOrderNumber(orderId);
    for (const q of [number, number.toLowerCase().replace("-", " "), orderId])
      expect(await search(q)).toMatchObject([
        { id: buyer.userId, side: "buyer" },
        { id: artist.userId, side: "seller" },
      ]);
  });

  test("finds nobody by a part of a name, and is in the log with its reason", async () => {
    const { userId, userUsername, userEmail } = await people.createSignedInAccount();
    expect(await search(userUsername.slice(0, -1))).toEqual([]);
    await search(userEmail);
    expect(await listEntries(userId)).toEqual([["account.search", "security"]]);
  });
});

describe("a person", () => {
  test("has state, sessions, factors and refusals, and the look is in the log with its reason", async () => {
    const account = await people.createSignedInAccount();
    const { userId, userUsername, userEmail } = account;
    await api.call(login, { body: { userUsername, userPassword: "wrong password 1" } });
    expect(await read(userId)).toMatchObject({
      id: userId,
      state: "open",
      email: userEmail,
      verified: true,
      blockedAt: null,
      closedAt: null,
      operatorPermissions: [],
      sessions: [{}],
      factors: { apps: 0, passkeys: 0, recoveryCodes: 0 },
      passwordProvenAt: null,
      exportAgain: null,
      refusals: [{ event: "session.begin", outcome: "wrong_credentials" }],
    });
    expect(await listEntries(userId)).toEqual([["account.read", "security"]]);
    expect((await api.call(readAccount, look(api.services.newId()))).failure.code).toBe("user_not_found");
  });

  test("has hidden works and both sides' orders, page by page, with amounts for finance only", async () => {
    const [artist, buyer] = [await given.seller(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const hidden = await given.artwork(artist.userId, { artworkVisibility: "invisible" });
    const { orderId } = await given.order(artworkId, buyer.userId);
    const first = (
      await api.call(listAccountArtwork, { ...look(artist.userId), query: { reason: "security", limit: 1 } })
    ).body;
    expect([first.items.map((item) => item.artworkId), first.hasMore]).toEqual([[hidden.artworkId], true]);
    const query = { reason: "security", limit: 1, cursor: first.cursor };
    const second = (await api.call(listAccountArtwork, { ...look(artist.userId), query })).body;
    expect(second.items).toMatchObject([{ artworkId, artworkVisibility: "visible" }]);
    const support = await operators.createOperator(["support"]);
    for (const [side, { userId }] of [["purchases", buyer] as const, ["sales", artist] as const])
      for (const [token, amount] of [[operator.token, 0] as const, [support.token, null] as const]) {
        const sent = { token, params: { userId }, query: { reason: "security", side } };
        expect((await api.call(listAccountOrders, sent)).body.items).toMatchObject([
          { orderId, artworkId, status: "completed", amount },
        ]);
      }
    expect((await listEntries(artist.userId)).map(([event]) => event)).toEqual([
      "account.read_orders",
      "account.read_orders",
      "account.read_artwork",
      "account.read_artwork",
    ]);
  });
});

describe("ending all sessions", () => {
  test("logs out everywhere once, tells the owner, and is in the log", async () => {
    const account = await people.createSignedInAccount();
    const { version } = await read(account.userId);
    const outcomes = await Promise.all([1, 2, 3].map(() => act(endAccountSessions, account.userId, {}, version)));
    expect(outcomes.filter(([status]) => status === 200)).toEqual([[200, MESSAGES.accountSessionsEnded]]);
    expect(await act(endAccountSessions, account.userId, {}, version)).toEqual([409, "account_changed"]);
    expect((await api.call(listSessions, account.self)).status).toBe(401);
    await api.processEvents();
    expect(subjects(account).filter((subject) => subject.startsWith("You were logged out"))).toHaveLength(1);
    const [mail] = people.mailsTo(account.userEmail);
    expect(mail?.text).toContain(REASON);
    expect(await listEntries(account.userId)).toContainEqual(["session.end_all", REASON]);
  });
});

describe("removing lost factors", () => {
  const checked = { addressAnswered: true };

  test("needs the password of the last hour and the answered mail, and is mailed", async () => {
    const account = await people.createSignedInAccount();
    const { userId } = account;
    expect(await act(removeAccountFactors, userId, checked)).toEqual([409, "account_without_factor"]);
    await addFactor(userId);
    expect(await act(removeAccountFactors, userId, checked)).toEqual([409, "account_password_unproven"]);
    expect(await enterPassword(account)).toBe("second_factor_required");
    expect((await read(userId)).passwordProvenAt).not.toBeNull();
    expect(await act(removeAccountFactors, userId)).toEqual([400, "invalid_request"]);
    expect(await act(removeAccountFactors, userId, checked)).toEqual([200, MESSAGES.accountFactorsRemoved]);
    await api.processEvents();
    expect(subjects(account)[0]).toContain("no longer has a second factor");
    expect(await enterPassword(account)).toBeUndefined();
  });

  test("an entered password proves nothing after an hour", async () => {
    const account = await people.createSignedInAccount();
    await addFactor(account.userId);
    await enterPassword(account);
    api.travel(60 * 60 + 1);
    // The former operator's token has expired.
    operator = await operators.createOperator([...OPERATOR_PERMISSIONS]);
    expect(await act(removeAccountFactors, account.userId, checked)).toEqual([409, "account_password_unproven"]);
  });
});

describe("blocking", () => {
  test("hides the account with its works until it is unblocked, and tells the owner why", async () => {
    const account = await people.createSignedInAccount();
    const { userId, userUsername } = account;
    await Promise.all(Array.from({ length: 6 }, () => given.artwork(userId)));
    const { version } = await read(userId);
    expect(await act(blockAccount, userId, {}, version)).toEqual([400, "invalid_request"]);
    const calls = [1, 2].map(() => act(blockAccount, userId, block, version));
    expect((await Promise.all(calls)).map(([status]) => status).toSorted()).toEqual([200, 409]);
    expect(await read(userId)).toMatchObject({ state: "blocked", shown: 0, sessions: [] });
    expect(await enterPassword(account)).toBe("account_blocked");
    expect(await act(blockAccount, userId, block)).toEqual([200, MESSAGES.accountWasBlocked]);
    for (const [route, body] of [
      [endAccountSessions, {}],
      [removeAccountFactors, { addressAnswered: true }],
      [startAccountExport, {}],
      [eraseAccount, { username: userUsername }],
    ] as const)
      expect(await act(route, userId, body)).toEqual([409, "account_is_blocked"]);
    await api.processEvents();
    expect(subjects(account).filter((subject) => subject.includes("was blocked"))).toHaveLength(1);
    expect(people.mailsTo(account.userEmail)[0]?.text).toContain(block.rule);

    const blocked = (await read(userId)).version;
    expect(await act(unblockAccount, userId, {}, blocked)).toEqual([200, MESSAGES.accountWasUnblocked]);
    expect(await act(unblockAccount, userId, {}, blocked)).toEqual([409, "account_changed"]);
    expect(await act(unblockAccount, userId)).toEqual([409, "account_not_blocked"]);
    expect(await read(userId)).toMatchObject({ state: "open", shown: 6 });
    await api.processEvents();
    expect(subjects(account)[0]).toContain("no longer blocked");
    expect((await api.call(readUser, { params: { username: userUsername } })).status).toBe(200);
  });

  test("an interrupted block is told to the owner, and continues when it is repeated", async () => {
    const account = await people.createSignedInAccount();
    const { userId } = account;
    await given.artwork(userId);
    const { version } = await read(userId);
    const failing = { withheldPreviews: { put: () => Promise.reject(new Error("S3 is away")) } };
    const sent = { ...sentBy(operator, userId), body: { reason: REASON, version, ...block } };
    await expect(api.call(blockAccount, sent, failing)).rejects.toThrow("S3 is away");
    expect(await read(userId)).toMatchObject({ state: "blocked" });
    expect(await act(blockAccount, userId, block)).toEqual([200, MESSAGES.accountWasBlocked]);
    await api.processEvents();
    expect(subjects(account).filter((subject) => subject.includes("was blocked"))).toHaveLength(1);
  });
});

describe("starting an export", () => {
  test("prepares the copy that its owner downloads, once a day", async () => {
    const account = await people.createSignedInAccount();
    expect(await act(startAccountExport, account.userId)).toEqual([200, MESSAGES.accountExportStarted]);
    expect(await act(startAccountExport, account.userId)).toEqual([409, "account_exported"]);
    expect((await read(account.userId)).exportAgain).not.toBeNull();
    await api.processEvents();
    expect(api.dataExports).toMatchObject([{ userId: account.userId }]);
    expect(subjects(account)[0]).toContain("preparing a copy");
  });
});

describe("erasing", () => {
  test("takes the username, refuses open payments, and tells the owner at their former address", async () => {
    const account = await people.createSignedInAccount();
    const { userId, userUsername: username } = account;
    const { version } = await read(userId);
    const mistyped = { reason: REASON, version, username: "somebody" };
    const { failure } = await api.call(eraseAccount, { ...sentBy(operator, userId), body: mistyped });
    expect(failure.fields).toEqual({ username: MESSAGES.accountNotUsername });
    const setDisputes = (disputes: number) =>
      api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, disputes }));
    await setDisputes(1);
    expect(await act(eraseAccount, userId, { username })).toEqual([409, "account_has_open_payments"]);
    await setDisputes(0);
    expect(await act(eraseAccount, userId, { username })).toEqual([200, MESSAGES.accountErased]);
    expect(await read(userId)).toMatchObject({ state: "closed", email: null, sessions: [] });
    await api.processEvents();
    expect(subjects(account)[0]).toBe("We closed your Ochre account and deleted your data");
    expect(subjects(account)).not.toContain("Your Ochre account was closed");
    expect(await enterPassword(account)).toBe("wrong_credentials");
    expect(await act(eraseAccount, userId, { username })).toEqual([200, MESSAGES.accountErased]);
    expect(await act(endAccountSessions, userId)).toEqual([409, "account_closed"]);
  });

  test("an account that its owner closes meanwhile is refused", async () => {
    const account = await people.createSignedInAccount();
    const { version } = await read(account.userId);
    await api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } });
    for (const [route, body] of [
      [endAccountSessions, {}],
      [blockAccount, block],
      [eraseAccount, { username: account.userUsername }],
    ] as const)
      expect(await act(route, account.userId, body, version)).toEqual([409, "account_changed"]);
  });
});

test.each([
  [endAccountSessions, "You were logged out of Ochre everywhere"],
  [startAccountExport, "We are preparing a copy of your Ochre data"],
  [eraseAccount, "We closed your Ochre account and deleted your data"],
] as const)("the mail of an action whose answer is lost is sent once: $1", async (route, subject) => {
  const account = await people.createSignedInAccount();
  const { userId, userUsername: username } = account;
  const { version } = await read(userId);
  const sent = { ...sentBy(operator, userId), body: { reason: REASON, version, username } };
  const add = () => Promise.reject(new Error("The queue is away"));
  await api.call(route, sent, { deferredMails: { ...api.services.deferredMails, add } }).catch(() => undefined);
  await api.call(route, sent);
  await api.processEvents();
  expect(subjects(account).filter((one) => one === subject)).toHaveLength(1);
  expect(people.mailsTo(account.userEmail).find((mail) => mail.subject === subject)?.text).toContain(REASON);
});

const ACTIONS = [
  [endAccountSessions, {}],
  [removeAccountFactors, { addressAnswered: true }],
  [suspendAccount, block],
  [liftSuspension, {}],
  [blockAccount, block],
  [unblockAccount, {}],
  [startAccountExport, {}],
  [eraseAccount, { username: "ada" }],
] as const;

test.each(ACTIONS.map(([route, body]) => [route.path, route, body] as const))(
  "%s is refused on oneself, on operators and on unverified accounts",
  async (_path, route, body) => {
    const other = await operators.createOperator(["curation"]);
    const { tokenId } = await people.createUnverifiedAccount();
    const unverified = tokenId.split(".")[0] ?? "";
    expect(await act(route, operator.userId, body)).toEqual([403, "operator_self"]);
    expect(await act(route, other.userId, body)).toEqual([403, "operator_account"]);
    expect(await act(route, unverified, body)).toEqual([409, "account_unverified"]);
    expect((await read(other.userId)).sessions).toHaveLength(1);
  },
);

test.each(ACTIONS.map(([route, body]) => [route.path, route, body] as const))(
  "%s does nothing once the permission is taken away",
  async (_path, route, body) => {
    const { userId } = await people.createSignedInAccount();
    const { version } = await read(userId);
    const former = await operators.createOperator([...OPERATOR_PERMISSIONS]);
    await operators.permit(former.userId, ["curation"]);
    const sent = { ...sentBy(former, userId), body: { reason: REASON, version, ...body } };
    expect((await api.call(route, sent)).status).toBe(403);
    expect((await read(userId)).version).toBe(version);
  },
);
