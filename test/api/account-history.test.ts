import { beforeAll, expect, test } from "vitest";
import { openCase } from "#lambdas/areas/cases/change-cases.ts";
import { deliverNotification } from "#lambdas/areas/notifications/deliver-notification.ts";
import { mailOnce } from "#lambdas/platform/mail/mail-once.ts";
import { MailRefused } from "#lambdas/platform/mail/open-mail.ts";
import { decideCase, listLog, readAccountCases, readAccountMails, readCase } from "#shared/contract/admin.ts";
import { refreshToken } from "#shared/contract/auth.ts";
import { createCollection } from "#shared/contract/collections.ts";
import { createAnnouncement, deleteAnnouncement } from "#shared/contract/follows.ts";
import { startThread } from "#shared/contract/messages.ts";
import { reportContent, reportThread, writeTicket } from "#shared/contract/support.ts";
import { type Account, createAccounts, withJid } from "#test/support/accounts.ts";
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
  operator = await operators.createOperator(["moderation"]);
});

const look = (userId: string, by = operator) => ({
  token: by.token,
  params: { userId },
  query: { reason: "security" },
});

test("an account's mails say which the mail service refused, and its notifications which were read", async () => {
  const { userId } = await people.createSignedInAccount();
  const email = { subject: "Hello", paragraphs: ["Hello."] };
  await mailOnce(api.services, userId, { key: "mail#test#1", kind: "saleMail" }, email);
  const bounced = { ...api.services.mail, send: () => Promise.reject(new MailRefused("The address is suppressed")) };
  await mailOnce({ ...api.services, mail: bounced }, userId, { key: "mail#test#2", kind: "accountExported" }, email);
  const about = { ref: api.services.newId(), title: "Dunes", actorId: api.services.newId() };
  await deliverNotification({ ...about, type: "follower", userId, event: "follower#1" }, api.services);
  const { body } = await api.call(readAccountMails, look(userId));
  expect(body.mails).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "saleMail", refused: false }),
      expect.objectContaining({ kind: "accountExported", refused: true }),
    ]),
  );
  expect(body.notifications).toMatchObject([{ type: "follower", read: false }]);
});

test("an account's cases are those that it wrote and those about its artwork, by the operator's permissions", async () => {
  const { userId } = await given.user();
  const { artworkId } = await given.artwork(userId);
  const ticket = { ticketTitle: "My upload", ticketBody: "It stops." };
  const { ticketId } = (await api.call(writeTicket, { as: userId, body: ticket })).body;
  const report = { link: `/artwork/${artworkId}`, reason: "It is mine.", email: "someone@ochre.test" };
  const { noticeId } = (await api.call(reportContent, { body: report })).body;
  const caseId = api.services.newId();
  await openCase(api.services.table, { kind: "appeal", caseId, authorId: userId, text: "I made it." }, new Date());
  const listed = async (by: Account) => {
    const { body } = await api.call(readAccountCases, look(userId, by));
    return [body.by.map((item) => item.caseId), body.against.map((item) => item.caseId)];
  };
  expect(await listed(operator)).toEqual([[caseId], [noticeId]]);
  expect(await listed(await operators.createOperator(["support"]))).toEqual([[ticketId], []]);
  const log = (await api.call(listLog, { token: operator.token, query: { reason: "security", target: userId } })).body
    .items;
  expect(log.filter(({ event }) => event === "account.read_cases")).toHaveLength(2);
});

test("an account's cases name those about its announcements, also once they are deleted", async () => {
  const { userId } = await given.member();
  const body = { announcementTitle: "A new series", announcementText: "Dunes." };
  const { announcementId } = (await api.call(createAnnouncement, { as: userId, body })).body;
  const report = { link: `/announcement/${announcementId}`, reason: "It insults me.", email: "someone@ochre.test" };
  const { noticeId } = (await api.call(reportContent, { body: report })).body;
  await api.call(deleteAnnouncement, { as: userId, params: { announcementId } });
  const { against } = (await api.call(readAccountCases, look(userId))).body;
  expect(against.map(({ caseId, title }) => [caseId, title])).toEqual([[noticeId, body.announcementTitle]]);
});

test("an account's cases include reports of its profile and collections, which it doesn't decide itself", async () => {
  const { userId, userUsername, token } = await operators.createOperator(["moderation"]);
  const named = { body: { collectionTitle: "Dunes" } };
  const { collectionId } = (await api.call(createCollection, { as: userId, ...named })).body;
  const links = [`/user/${userUsername.toUpperCase()}?tab=about`, `/collection/${collectionId}`];
  for (const [at, link] of links.entries()) {
    const report = { link, reason: "It insults me.", email: `someone${at}@ochre.test` };
    const { noticeId: caseId } = (await api.call(reportContent, { body: report })).body;
    const read = await api.call(readCase, { token: operator.token, params: { caseId } });
    expect(read.body.reported?.person.id).toBe(userId);
    const body = { action: "decline", reason: "It breaks no rule.", expected: "open" } as const;
    expect((await api.call(decideCase, { token, params: { caseId }, body })).failure.code).toBe("case_own");
  }
  expect((await api.call(readAccountCases, look(userId))).body.against).toHaveLength(links.length);
});

test("an account's cases include reports of its conversations by others", async () => {
  const [artist, fan] = [await given.user(), await given.user()];
  const { artworkId } = await given.artwork(artist.userId);
  const messageForm = { subject: "artwork", subjectId: artworkId, messageContent: "Pay me outside" } as const;
  const { threadId } = (await api.call(startThread, { as: fan.userId, body: messageForm })).body;
  const reported = { as: artist.userId, params: { threadId }, body: { reason: "Fraud." } };
  const { noticeId } = (await api.call(reportThread, reported)).body;
  const list = async (userId: string) => {
    const { body } = await api.call(readAccountCases, look(userId));
    return [body.by.map((item) => item.caseId), body.against.map((item) => item.caseId)];
  };
  expect([await list(fan.userId), await list(artist.userId)]).toEqual([
    [[], [noticeId]],
    [[noticeId], []],
  ]);
});

test("operators alone learn from their session that they are one", async () => {
  const ordinary = await people.createSignedInAccount();
  const users = await Promise.all(
    [operator, ordinary].map(async ({ jid }) => (await api.call(refreshToken, withJid(jid))).body.user),
  );
  expect(users.map((user) => user && "operator" in user)).toEqual([true, false]);
});
