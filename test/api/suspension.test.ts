import { beforeAll, describe, expect, test } from "vitest";
import { findCase } from "#lambdas/areas/cases/find-cases.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import {
  decideCase,
  liftSuspension,
  listLog,
  previewAccountMails,
  previewCaseMails,
  readAccount,
  readCase,
  suspendAccount,
} from "#shared/contract/admin.ts";
import { readArtwork } from "#shared/contract/artwork.ts";
import { deactivateUser, refreshToken } from "#shared/contract/auth.ts";
import { addToCollection, createCollection, updateCollection } from "#shared/contract/collections.ts";
import { writeComment } from "#shared/contract/community.ts";
import { placeOrder, readCheckout } from "#shared/contract/orders.ts";
import { answerSuspension } from "#shared/contract/support.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { CaseAction } from "#shared/model/case.ts";
import type { Route } from "#shared/route.ts";
import { type Account, createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import { personalLicense } from "#test/support/given.ts";
import { createOperators } from "#test/support/operators.ts";
import { startShop } from "#test/support/purchasing.ts";
import { sampledRoutes } from "#test/support/samples.ts";

const { api, given, shop } = await startShop();
const people = createAccounts(api);
const operators = createOperators(api, people);
let operator: Account;
let other: Account;

beforeAll(async () => {
  operator = await operators.createOperator(["moderation"]);
  other = await operators.createOperator(["moderation"]);
});

const REASON = "Three of its works copy photographs by others";
const RULE = "Terms of Service, “What you publish”";
const ANSWER = "I took these photographs myself.";

const read = async (userId: string, by = operator) =>
  (await api.call(readAccount, { token: by.token, params: { userId }, query: { reason: "security" } })).body;

interface Acting {
  readonly by?: Account;
  readonly version?: string;
  readonly reason?: string;
}

async function act(route: Route, userId: string, { by = operator, version, reason = REASON }: Acting = {}) {
  const body = { reason, rule: RULE, version: version ?? (await read(userId)).version };
  const { status, failure } = await api.call(route, { token: by.token, params: { userId }, body });
  return [status, failure.code ?? failure.message];
}

const suspend = (userId: string, acting?: Acting) => act(suspendAccount, userId, acting);
const lift = (userId: string, acting?: Acting) => act(liftSuspension, userId, acting);

const answer = (userId: string, answerText = ANSWER) =>
  api.call(answerSuspension, { as: userId, params: { userId }, body: { answerText } });

const subjects = ({ userEmail }: Account) => people.mailsTo(userEmail).map(({ subject }) => subject);

const findSuspension = async (userId: string) => (await findUser(api.services.table, userId))?.suspension;

async function createAnswered() {
  const account = await people.createSignedInAccount();
  await suspend(account.userId);
  await answer(account.userId);
  const caseId = (await findSuspension(account.userId))?.suspensionId ?? "";
  return { ...account, caseId };
}

const decide = (caseId: string, action: CaseAction, { token }: Account, reason = "We looked again.") =>
  api.call(decideCase, { token, params: { caseId }, body: { action, reason, expected: "open" } });

const toSubject = (account: Account) => ({ ...account, tokenId: "unused" });

describe("a suspended account", () => {
  test("is told by mail and in its session, with the reason, the rule and a way to answer", async () => {
    const account = await people.createSignedInAccount();
    expect(await suspend(account.userId)).toEqual([200, MESSAGES.accountWasSuspended]);
    const { user } = (await api.call(refreshToken, withJid(account.jid))).body;
    expect(user?.suspension).toMatchObject({ reason: REASON, rule: RULE, answered: false });
    expect(await read(account.userId)).toMatchObject({ state: "suspended", suspension: { reason: REASON, own: true } });
    await api.processEvents();
    const [mail] = people.mailsTo(account.userEmail);
    expect(mail?.subject).toBe("Your Ochre account was suspended");
    for (const text of [REASON, RULE, "Somebody other than the person who decided"]) expect(mail?.text).toContain(text);
    const log = (
      await api.call(listLog, { token: operator.token, query: { reason: "security", target: account.userId } })
    ).body.items;
    expect(log.map(({ event }) => event)).toContain("account.suspend");
  });

  test("is refused with the next call, until it is lifted", async () => {
    const account = await people.createSignedInAccount();
    const { artworkId } = await given.artwork((await given.user()).userId);
    const comment = async () => {
      const sent = { token: account.token, params: { artworkId }, body: { commentContent: "What light!" } };
      const { status, failure } = await api.call(writeComment, sent);
      return failure.code ?? status;
    };
    expect(await comment()).toBe(201);
    await suspend(account.userId);
    expect(await comment()).toBe("account_suspended");
    expect(await lift(account.userId, { reason: "We looked again." })).toEqual([200, MESSAGES.suspensionLifted]);
    expect(await comment()).toBe(201);
    const { user } = (await api.call(refreshToken, withJid(account.jid))).body;
    expect(user?.suspension).toBeUndefined();
    await api.processEvents();
    expect(subjects(account)[0]).toBe("Your Ochre account is no longer suspended");
    expect(people.mailsTo(account.userEmail)[0]?.text).toContain("We looked again.");
  });

  test("logs in, and closes the account", async () => {
    const account = await people.createSignedInAccount();
    await suspend(account.userId);
    const again = await people.logIn(account.userUsername);
    const sent = { token: again.token, params: { userId: account.userId }, body: { userPassword: PASSWORD } };
    expect((await api.call(deactivateUser, sent)).status).toBeLessThan(300);
    expect(await findSuspension(account.userId)).toBeUndefined();
    expect(await lift(account.userId)).toEqual([409, "account_closed"]);
  });
});

const declared = sampledRoutes().filter(({ route }) => route.whileSuspended !== undefined);

describe.each(declared)("$area $name", ({ route, sample }) => {
  test("answers a suspended account as the contract declares", async () => {
    const account = await people.createSignedInAccount();
    const sent = await sample.of({ api, given, people }, toSubject(account));
    await suspend(account.userId);
    const { failure } = await api.call(route, { ...sent, token: account.token });
    if (route.whileSuspended === "refused") expect(failure).toMatchObject({ code: "account_suspended" });
    if (route.whileSuspended === "allowed") expect(failure?.code).not.toBe("account_suspended");
  });
});

test("a suspended account makes its collection private, but doesn't rewrite what its members read", async () => {
  const account = await people.createSignedInAccount();
  const form = { collectionTitle: "Seen", collectionVisibility: "public" } as const;
  const { collectionId } = (await api.call(createCollection, { token: account.token, body: form })).body;
  await suspend(account.userId);
  const change = (body: object) =>
    api.call(updateCollection, { token: account.token, params: { collectionId }, body: { ...form, ...body } });
  expect((await change({ collectionVisibility: "private" })).status).toBe(204);
  for (const text of [{ collectionTitle: "Pay me outside" }, { collectionDescription: "Pay me outside" }])
    expect((await change({ collectionVisibility: "private", ...text })).failure.code).toBe("account_suspended");
});

test("a suspended account adds nothing to a collection that is public already", async () => {
  const account = await people.createSignedInAccount();
  const { artworkId } = await given.artwork((await given.user()).userId);
  const form = { collectionTitle: "Seen", collectionVisibility: "public" } as const;
  const { collectionId } = (await api.call(createCollection, { token: account.token, body: form })).body;
  await suspend(account.userId);
  const sent = { token: account.token, params: { collectionId, artworkId }, body: {} };
  expect((await api.call(addToCollection, sent)).failure.code).toBe("account_suspended");
});

describe("works of a suspended artist", () => {
  test("stay visible, and can't be bought or taken for free", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const free = await given.artwork(seller.userId);
    await suspend(seller.userId);
    const { artworkId } = offered;
    const { body } = await api.call(readArtwork, { params: { artworkId } });
    expect(body).toMatchObject({ artwork: { artworkId }, purchasesDisabled: true });
    const started = await shop.begin(offered, buyer.userId);
    expect([started.status, started.failure.code]).toEqual([422, "purchases_disabled"]);
    const taken = await api.call(placeOrder, { as: buyer.userId, body: { ...free, ...personalLicense } });
    expect([taken.status, taken.failure.code]).toEqual([422, "purchases_disabled"]);
    const checkout = await api.call(readCheckout, { as: buyer.userId, params: { artworkId } });
    expect(checkout.body.options).toEqual([]);
    await lift(seller.userId);
    expect((await api.call(readArtwork, { params: { artworkId } })).body.purchasesDisabled).toBeUndefined();
    expect((await shop.begin(offered, buyer.userId)).status).toBe(201);
  });

  test("payments that have started are finished, whoever is suspended", async () => {
    for (const side of ["seller", "buyer"] as const) {
      const { seller, buyer, ...offered } = await shop.offer();
      const { body } = await shop.begin(offered, buyer.userId);
      await suspend((side === "seller" ? seller : buyer).userId);
      expect((await api.call(readCheckout, { as: buyer.userId, params: offered })).body.intent).not.toBeNull();
      await shop.pay(body.orderIntent);
      expect((await shop.place(body.orderIntent, buyer.userId)).status).toBe(201);
      expect(
        (await shop.refund((await shop.place(body.orderIntent, buyer.userId)).body.orderId, seller.userId)).status,
      ).toBe(200);
    }
  });

  test("a suspended buyer can't begin a payment", async () => {
    const { buyer, ...offered } = await shop.offer();
    await suspend(buyer.userId);
    const started = await shop.begin(offered, buyer.userId);
    expect([started.status, started.failure.code]).toEqual([403, "account_suspended"]);
  });
});

describe("two operators, and repeats", () => {
  test("suspend once, and mail once", async () => {
    const account = await people.createSignedInAccount();
    const { version } = await read(account.userId);
    const outcomes = await Promise.all(
      [operator, other, operator].map((by) => suspend(account.userId, { by, version })),
    );
    expect(outcomes.map(([status]) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await suspend(account.userId)).toEqual([409, "account_is_suspended"]);
    await api.processEvents();
    expect(subjects(account).filter((subject) => subject.includes("was suspended"))).toHaveLength(1);
    expect(await lift(account.userId, { by: other })).toEqual([200, MESSAGES.suspensionLifted]);
    expect(await lift(account.userId, { by: other })).toEqual([409, "account_is_not_suspended"]);
  });

  test("an account that its owner closes meanwhile is refused", async () => {
    const account = await people.createSignedInAccount();
    const { version } = await read(account.userId);
    await api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } });
    expect(await suspend(account.userId, { version })).toEqual([409, "account_changed"]);
  });
});

describe("an answer", () => {
  test("is sent once, and becomes a case for somebody else than who suspended the account", async () => {
    const account = await people.createSignedInAccount();
    expect((await answer(account.userId)).failure.code).toBe("account_not_suspended");
    await suspend(account.userId);
    expect((await answer(account.userId, "\u200b")).failure.fields).toEqual({ answerText: MESSAGES.required });
    expect((await answer(account.userId)).body.message).toBe(MESSAGES.suspensionAnswerSent);
    expect((await answer(account.userId)).failure.code).toBe("suspension_answered");
    const { user } = (await api.call(refreshToken, withJid(account.jid))).body;
    expect(user?.suspension).toMatchObject({ answered: true });

    const caseId = (await findSuspension(account.userId))?.suspensionId ?? "";
    const shown = (by: Account) => api.call(readCase, { token: by.token, params: { caseId } });
    expect((await shown(operator)).body).toMatchObject({
      kind: "appeal",
      text: ANSWER,
      author: { id: account.userId },
      appeal: { reason: REASON, answer: ANSWER, restoreFrom: null, own: true },
      actions: ["lift", "uphold"],
    });
    expect((await shown(other)).body.appeal).toMatchObject({ own: false });
    for (const action of ["lift", "uphold"] as const)
      expect((await decide(caseId, action, operator)).failure.code).toBe("appeal_of_own_decision");
    expect(await lift(account.userId)).toEqual([409, "appeal_of_own_decision"]);
  });

  test("lifts the suspension, and its owner gets one mail", async () => {
    const account = await createAnswered();
    expect((await decide(account.caseId, "lift", other)).status).toBe(200);
    expect((await decide(account.caseId, "lift", other)).status).toBe(200);
    expect(await read(account.userId)).toMatchObject({ state: "open" });
    await api.processEvents();
    expect(subjects(account).filter((subject) => subject.includes("no longer suspended"))).toHaveLength(1);
  });

  test.each([
    ["lift", "Your Ochre account is no longer suspended", "open"],
    ["uphold", "Your Ochre account stays suspended", "suspended"],
  ] as const)("ends by %s with a reason, as previewed", async (action, subject, state) => {
    const account = await createAnswered();
    const sent = {
      token: other.token,
      params: { caseId: account.caseId },
      body: { action, reason: "We looked again." },
    };
    const [preview] = (await api.call(previewCaseMails, sent)).body.mails;
    expect((await decide(account.caseId, action, other)).status).toBe(200);
    await api.processEvents();
    const [mail] = people.mailsTo(account.userEmail);
    expect([preview?.subject, mail?.subject]).toEqual([subject, subject]);
    expect(mail?.text).toContain(preview?.text.split("\n").at(0));
    expect(preview?.text).toContain("We looked again.");
    expect(await read(account.userId)).toMatchObject({ state });
  });

  test("has nothing left to decide once the account isn't suspended any more", async () => {
    const account = await createAnswered();
    expect(await lift(account.userId, { by: other })).toEqual([200, MESSAGES.suspensionLifted]);
    const { body } = await api.call(readCase, { token: other.token, params: { caseId: account.caseId } });
    expect([body.actions, body.appeal]).toEqual([["close"], null]);
    expect((await decide(account.caseId, "uphold", other)).failure.fields).toEqual({ action: MESSAGES.invalid });
    expect((await decide(account.caseId, "close", other)).status).toBe(200);
    expect((await findCase(api.services.table, account.caseId))?.outcome).toBe("close");
  });
});

test.each(["suspend", "lift_suspension", "block", "unblock", "end_sessions", "export", "erase"])(
  "the mail of %s is previewed with the typed texts",
  async (action) => {
    const { userId } = await people.createSignedInAccount();
    const body = { action, reason: REASON };
    const { mails } = (await api.call(previewAccountMails, { token: operator.token, params: { userId }, body })).body;
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(REASON);
  },
);
