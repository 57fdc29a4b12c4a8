import { SESv2Client, type SendEmailCommand } from "@aws-sdk/client-sesv2";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findReadableArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { buildTakedown, findOpenTakedowns } from "#lambdas/areas/artwork/takedowns.ts";
import { CaseEntity } from "#lambdas/areas/cases/case.entity.ts";
import { openCase } from "#lambdas/areas/cases/change-cases.ts";
import { findCase } from "#lambdas/areas/cases/find-cases.ts";
import { readCommunity } from "#lambdas/areas/personal-data/community.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { getKey } from "#lambdas/platform/table/item-key.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { attempt } from "#lambdas/platform/table/transact.ts";
import {
  decideArtwork,
  decideCase,
  findReviewedArtwork,
  listCases,
  listLog,
  previewArtworkMails,
  previewCaseMails,
  readCase,
  readCaseMessages,
  readReviewedArtwork,
  releaseCase,
  reopenCase,
  takeCase,
} from "#shared/contract/admin.ts";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { startThread } from "#shared/contract/messages.ts";
import { reportContent, reportThread, writeTicket } from "#shared/contract/support.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { formatCaseClosed, formatCaseTaken, formatRestoreDay, MESSAGES } from "#shared/messages.ts";
import { CASE_KINDS, CASE_PERMISSIONS, type CaseAction, type CaseKind } from "#shared/model/case.ts";
import { OPERATOR_PERMISSIONS } from "#shared/model/operator.ts";
import type { RouteBodyInput } from "#shared/route.ts";
import { formatNameWithHandle } from "#shared/rules/person-name.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { createOperators } from "#test/support/operators.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const RULE = "Terms of Service, section 3";
const REPORTER = "reporter@example.org";
const DAY = 24 * 60 * 60;

let api: Api;
let given: ReturnType<typeof createGiven>;
let operators: ReturnType<typeof createOperators>;
type Operator = Awaited<ReturnType<typeof operators.createOperator>>;
let moderator: Operator;
let other: Operator;
let supporter: Operator;
let address = 0;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  operators = createOperators(api, createAccounts(api));
});

beforeEach(async () => {
  moderator = await operators.createOperator(["moderation"]);
  other = await operators.createOperator(["moderation"]);
  supporter = await operators.createOperator(["support"]);
});

const getTable = () => api.services.table;

/** A visitor's report of an artwork, each from another network. */
async function report(artworkId: string, email = REPORTER) {
  const body = { link: `/artwork/${artworkId}`, reason: "This is my photograph.", email };
  address += 1;
  const sent = { body, from: `203.0.113.${address % 250}` };
  return (await api.call(reportContent, sent)).body.noticeId as string;
}

async function createReported() {
  const artist = await given.user();
  const { artworkId } = await given.artwork(artist.userId);
  return { artist, artworkId, caseId: await report(artworkId) };
}

async function createTicket() {
  const author = await given.user();
  const body = { ticketTitle: "My upload", ticketBody: "It stops at 97 %." };
  const { ticketId } = (await api.call(writeTicket, { as: author.userId, body })).body;
  return { author, caseId: ticketId as string };
}

async function createConversation() {
  const [artist, fan] = [await given.user(), await given.user()];
  const { artworkId } = await given.artwork(artist.userId);
  const messageForm = { subject: "artwork", subjectId: artworkId, messageContent: "Pay me outside" } as const;
  const { threadId } = (await api.call(startThread, { as: fan.userId, body: messageForm })).body;
  const reported = await api.call(reportThread, {
    as: artist.userId,
    params: { threadId },
    body: { reason: "Fraud." },
  });
  return { artist, fan, threadId, caseId: reported.body.noticeId as string };
}

async function createNearCopy() {
  const { userId } = await given.user();
  const [work, copied] = [await given.artwork(userId), await given.artwork((await given.user()).userId)];
  const caseId = api.services.newId();
  const opened = {
    kind: "near_copy" as const,
    caseId,
    artworkId: work.artworkId,
    copies: [copied.artworkId as string],
  };
  await openCase(getTable(), opened, api.services.now());
  return { caseId, artworkId: work.artworkId, copiedId: copied.artworkId };
}

const read = (caseId: string, { token }: Operator) => api.call(readCase, { token, params: { caseId } });

type Body = RouteBodyInput<typeof decideCase>;

const act = (caseId: string, action: CaseAction, { token }: Operator, more: Partial<Body> = {}) =>
  api.call(decideCase, {
    token,
    params: { caseId },
    body: { action, reason: "It copies a photograph.", expected: "open", ...more } satisfies Body,
  });

const undo = (caseId: string, { token }: Operator) =>
  api.call(reopenCase, { token, params: { caseId }, body: { reason: "I was wrong." } });

const take = (caseId: string, { token }: Operator) => api.call(takeCase, { token, params: { caseId } });

const listSubjects = (to: string) =>
  api
    .mails()
    .filter((mail) => mail.to === to)
    .map(({ subject }) => subject);

const isBlocked = async (artworkId: string) =>
  (await findReadableArtwork(getTable(), artworkId))?.parts.blocked !== undefined;

const isFlagged = async (artworkId: string) =>
  (await findReadableArtwork(getTable(), artworkId))?.parts.card?.flagged === true;

describe("a case", () => {
  test("of a notice has its artwork, both sides and what was said, and is due in a week", async () => {
    const { artist, artworkId, caseId } = await createReported();
    const { status, body } = await read(caseId, moderator);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: "notice",
      status: "open",
      text: "This is my photograph.",
      email: REPORTER,
      href: `http://localhost:3000/artwork/${artworkId}`,
      artwork: { state: "visible", flagged: false, owner: { person: { id: artist.userId }, works: 1 } },
      actions: ["take_down", "mark_mature", "accept", "decline", "close"],
      undoable: false,
    });
    expect(Date.parse(body.dueAt) - Date.parse(body.created)).toBe(7 * DAY * 1000);
    const [mail] = api.mails().filter(({ subject }) => subject === `Notice ${caseId}`);
    expect(mail?.links[0]).toBe(`http://localhost:3000/admin/queue/${caseId}`);
  });

  test("of a notice about anything else offers no action about an artwork", async () => {
    const body = { link: "/user/thief", reason: "Insults.", email: REPORTER };
    const { noticeId } = (await api.call(reportContent, { body, from: "198.51.100.1" })).body;
    expect((await read(noticeId, moderator)).body).toMatchObject({
      artwork: null,
      actions: ["accept", "decline", "close"],
    });
    expect((await act(noticeId, "take_down", moderator, { rule: RULE })).failure.fields).toEqual({
      action: MESSAGES.invalid,
    });
  });

  test("of a notice about a page that can't exist names nobody", async () => {
    const link = `/user/${"é".repeat(700)}`;
    const body = { link, reason: "Insults.", email: REPORTER };
    const { noticeId } = (await api.call(reportContent, { body, from: "198.51.100.2" })).body;
    expect((await read(noticeId, moderator)).body).toMatchObject({
      reported: null,
      href: expect.stringContaining("/user/"),
    });
  });

  test("is made once by a repeated message, and before a mail that fails", async () => {
    const { userId } = await given.user();
    const body = { ticketTitle: "Twice", ticketBody: "The same." };
    let tried = "";
    const mail = {
      sendToOperators: async (email: { paragraphs: string[] }) => {
        tried = /[0-9a-f-]{36}/.exec(email.paragraphs.join())?.[0] ?? "";
        throw new Error("The provider is down");
      },
    };
    await expect(api.call(writeTicket, { as: userId, body }, { mail })).rejects.toThrow();
    expect((await read(tried, supporter)).body).toMatchObject({ kind: "ticket", text: "The same." });
    await act(tried, "close", supporter);
    const { ticketId } = (await api.call(writeTicket, { as: userId, body })).body;
    expect(ticketId).toBe(tried);
    expect((await read(ticketId, supporter)).body.status).toBe("closed");
  });

  const CREATED: readonly (readonly [CaseKind, () => Promise<{ readonly caseId: string }>])[] = [
    ["notice", createReported],
    ["conversation", createConversation],
    ["near_copy", createNearCopy],
    ["ticket", createTicket],
  ];
  test.each(CREATED)("of kind %s is seen by operators with its permission alone", async (kind, create) => {
    const { caseId } = await create();
    for (const permission of OPERATOR_PERMISSIONS) {
      const operator = await operators.createOperator([permission]);
      const isPermitted = permission === CASE_PERMISSIONS[kind];
      const statuses = [
        await read(caseId, operator),
        await take(caseId, operator),
        await api.call(previewCaseMails, { token: operator.token, params: { caseId }, body: { action: "close" } }),
        await api.call(releaseCase, { token: operator.token, params: { caseId } }),
      ].map(({ status }) => status);
      expect(statuses).toEqual(isPermitted ? [200, 200, 200, 204] : [404, 404, 404, 404]);
      if (!isPermitted) {
        expect((await act(caseId, "close", operator)).failure.code).toBe("case_not_found");
        expect((await undo(caseId, operator)).failure.code).toBe("case_not_found");
      }
      const { items } = (await api.call(listCases, { token: operator.token, query: { limit: 50 } })).body;
      expect(items.every((item) => CASE_PERMISSIONS[item.kind] === permission)).toBe(true);
      expect(items.some((item) => item.caseId === caseId)).toBe(isPermitted);
    }
  });
});

describe("the list", () => {
  test("of 45 open cases is walked to its end by what is due first, and that of closed ones from the latest", async () => {
    const start = Date.now() - 300 * DAY * 1000;
    const ids: string[] = [];
    for (let count = 0; count < 45; count++) {
      const caseId = api.services.newId();
      const kind = (["notice", "near_copy", "conversation"] as const)[count % 3] ?? "notice";
      await openCase(getTable(), { kind, caseId, text: `Number ${count}` }, new Date(start + count * DAY * 1000));
      ids.push(caseId);
    }
    const walk = async (query: Record<string, unknown>) => {
      const walked: { caseId: string; dueAt: string; closedAt: string | null }[] = [];
      for (let cursor: string | null = null, hasMore = true; hasMore; ) {
        const sent: Record<string, unknown> = {
          token: moderator.token,
          query: { limit: 10, ...query, ...(cursor ? { cursor } : {}) },
        };
        const page = (await api.call(listCases, sent)).body;
        walked.push(...page.items);
        ({ cursor, hasMore } = page);
      }
      return walked;
    };
    const walked = await walk({});
    expect(ids.every((id) => walked.filter(({ caseId }) => caseId === id).length === 1)).toBe(true);
    const dues = walked.map(({ dueAt }) => dueAt);
    expect(dues).toEqual(dues.toSorted());
    expect((await walk({ kind: "near_copy" })).filter(({ caseId }) => ids.includes(caseId))).toHaveLength(15);
    for (const caseId of ids.slice(0, 12)) expect((await act(caseId, "close", moderator)).status).toBe(200);
    const closed = (await walk({ status: "closed" })).map(({ closedAt }) => closedAt ?? "");
    expect(closed.length).toBeGreaterThanOrEqual(12);
    expect(closed).toEqual(closed.toSorted().reverse());
  });

  test("leaves out a case that can't be read, and shows the others", async () => {
    const [first, second] = [await createNearCopy(), await createNearCopy()];
    const Key = getKey(CaseEntity, { caseId: first.caseId });
    const damage = { UpdateExpression: "REMOVE created", TableName: MarketplaceTable.getName(), Key: { ...Key } };
    await MarketplaceTable.getDocumentClient().send(new UpdateCommand(damage));
    const query = { kind: "near_copy", limit: 50 } as const;
    const { items } = (await api.call(listCases, { token: moderator.token, query })).body;
    const ids = items.map(({ caseId }) => caseId as string);
    expect([ids.includes(first.caseId), ids.includes(second.caseId)]).toEqual([false, true]);
    await getTable().send(CaseEntity.build(UpdateItemCommand).item({ caseId: first.caseId, created: "2026-11-28" }));
    // The damaged image stays in the stream, for a redrive; the other tests read on after it.
    await expect(api.processEvents()).rejects.toThrow("A record of the stream failed");
  });

  test("refuses a kind that doesn't exist", async () => {
    const query: Record<string, unknown> = { kind: "gossip" };
    expect((await api.call(listCases, { token: moderator.token, query })).status).toBe(400);
  });
});

describe("taking a case", () => {
  test("keeps it from others for 30 minutes, or until it is given back", async () => {
    const { caseId } = await createReported();
    const { takenBy } = (await take(caseId, moderator)).body;
    if (takenBy?.id !== moderator.userId) throw new Error("Not taken");
    const { status, failure } = await take(caseId, other);
    expect([status, failure.code, failure.message]).toEqual([
      409,
      "case_taken",
      formatCaseTaken(formatNameWithHandle(takenBy)),
    ]);
    expect((await act(caseId, "close", other)).failure.code).toBe("case_taken");
    expect((await take(caseId, moderator)).status).toBe(200);
    await api.call(releaseCase, { token: other.token, params: { caseId } });
    expect((await take(caseId, other)).status).toBe(409);
    await api.call(releaseCase, { token: moderator.token, params: { caseId } });
    expect((await take(caseId, other)).status).toBe(200);
    api.travel(LIFETIMES.takenCase + 1);
    expect((await read(caseId, other)).body.takenBy).toBeNull();
    expect((await take(caseId, moderator)).status).toBe(200);
  });

  test("at once succeeds for one of two operators, and so does a decision", async () => {
    const { caseId, artworkId } = await createReported();
    const answers = await Promise.all([
      act(caseId, "take_down", moderator, { rule: RULE }),
      act(caseId, "decline", other),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const isDown = answers[0]?.status === 200;
    expect(await isBlocked(artworkId)).toBe(isDown);
    expect(await findOpenTakedowns(getTable(), artworkId)).toHaveLength(isDown ? 1 : 0);
  });
});

describe("taking down", () => {
  test("mails the previewed statement of reasons to owner and reporter, and can be undone", async () => {
    const { artist, artworkId, caseId } = await createReported();
    const body = { action: "take_down", reason: "It copies a photograph.", rule: RULE } as const;
    const preview = await api.call(previewCaseMails, { token: moderator.token, params: { caseId }, body });
    expect(await isBlocked(artworkId)).toBe(false);
    const { status, body: closed } = await act(caseId, "take_down", moderator, { rule: RULE });
    expect([status, closed.status, closed.outcome, closed.rule]).toEqual([200, "closed", "take_down", RULE]);
    expect(closed).toMatchObject({ closedBy: { id: moderator.userId }, undoable: true, artwork: { state: "blocked" } });
    for (const previews of [closed.artwork?.card.previews, closed.picture?.previews])
      for (const { avif } of previews ?? [{ avif: "none" }]) expect((await fetch(avif)).status).toBe(200);
    await api.processEvents();
    expect(preview.body.mails.map(({ to }) => to)).toEqual(["owner", "reporter"]);
    for (const { to, subject, text } of preview.body.mails) {
      const address = to === "owner" ? artist.email : REPORTER;
      const [mail, ...more] = api
        .mails()
        .filter((sent) => sent.to === address && sent.subject === subject && sent.text === text);
      expect([mail?.subject, more]).toEqual([subject, []]);
    }
    const [statement] = preview.body.mails;
    for (const part of [RULE, "It copies a photograph.", "A notice that we received", "six months"])
      expect(statement?.text).toContain(part);
    expect(statement?.text).not.toContain(REPORTER);
    const [takedown] = await findOpenTakedowns(getTable(), artworkId);
    expect(takedown).toMatchObject({ decidedBy: moderator.userId, reporter: `notice ${caseId}`, rule: RULE });

    const { body: reopened } = await undo(caseId, other);
    expect(reopened).toMatchObject({ status: "open", outcome: null, artwork: { state: "visible" } });
    expect(await isBlocked(artworkId)).toBe(false);
    await api.processEvents();
    expect(listSubjects(artist.email)).toContain("Your artwork is back");
    expect((await act(caseId, "take_down", other, { rule: RULE })).status).toBe(200);
    expect(await findOpenTakedowns(getTable(), artworkId)).toHaveLength(1);
  });

  test("again after a lost answer, or after another operator's decision, does nothing twice", async () => {
    const { artist, artworkId, caseId } = await createReported();
    for (let tried = 0; tried < 2; tried++)
      expect((await act(caseId, "take_down", moderator, { rule: RULE })).status).toBe(200);
    const { closedBy } = (await read(caseId, other)).body;
    const { failure } = await act(caseId, "decline", other);
    expect([failure.code, failure.message]).toEqual([
      "case_closed",
      formatCaseClosed(closedBy ? formatNameWithHandle(closedBy) : ""),
    ]);
    expect((await take(caseId, other)).failure.code).toBe("case_closed");
    await api.processEvents();
    await api.processEvents();
    expect(await findOpenTakedowns(getTable(), artworkId)).toHaveLength(1);
    expect(listSubjects(artist.email).filter((subject) => subject === "Your artwork was taken down")).toHaveLength(1);
  });

  test("is finished by a repeat when it was interrupted after the artwork was hidden", async () => {
    const { artworkId, caseId } = await createReported();
    const edgeInvalidations = {
      add: async () => {
        throw new Error("The queue is down");
      },
    };
    const sent = {
      token: moderator.token,
      params: { caseId },
      body: { action: "take_down", reason: "It copies.", rule: RULE, expected: "open" } as const,
    };
    await expect(api.call(decideCase, sent, { edgeInvalidations })).rejects.toThrow("The queue is down");
    expect((await read(caseId, moderator)).body.status).toBe("open");
    expect((await api.call(decideCase, sent)).status).toBe(200);
    expect(await findOpenTakedowns(getTable(), artworkId)).toHaveLength(1);
  });

  test("needs a rule and a visible reason, and a status that is still the one that was seen", async () => {
    const { caseId } = await createReported();
    expect((await act(caseId, "take_down", moderator)).failure.fields).toEqual({ rule: MESSAGES.required });
    const blank = await act(caseId, "take_down", moderator, { rule: RULE, reason: "\u200b \u2060" });
    expect(blank.failure.fields).toEqual({ reason: MESSAGES.required });
    expect((await act(caseId, "take_down", moderator, { rule: RULE, expected: "closed" })).status).toBe(409);
    expect((await act(caseId, "answer", moderator)).status).toBe(400);
  });

  test("of artwork that its owner deleted meanwhile is refused with the way on: the case can be closed", async () => {
    const { artist, artworkId, caseId } = await createReported();
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    const { failure } = await act(caseId, "take_down", moderator, { rule: RULE });
    expect([failure.code, failure.message]).toEqual(["case_artwork_deleted", MESSAGES.caseArtworkDeleted]);
    expect((await read(caseId, moderator)).body).toMatchObject({
      artwork: { state: "deleted" },
      actions: ["accept", "decline", "close"],
    });
    expect((await act(caseId, "close", moderator)).status).toBe(200);
  });

  test("for another report of the same artwork leaves it down when the first is undone", async () => {
    const { artworkId, caseId } = await createReported();
    const second = await report(artworkId, "second@example.org");
    await act(caseId, "take_down", moderator, { rule: RULE });
    await act(second, "take_down", moderator, { rule: RULE });
    const { failure } = await undo(caseId, moderator);
    expect([failure.code, failure.message]).toEqual(["case_shares_takedown", MESSAGES.caseSharesTakedown]);
    expect(await isBlocked(artworkId)).toBe(true);
  });

  test("of a near copy names the comparison", async () => {
    const { caseId, artworkId, copiedId } = await createNearCopy();
    expect((await read(caseId, moderator)).body).toMatchObject({
      copies: [{ card: { artworkId: copiedId } }],
      actions: ["take_down", "close"],
    });
    await act(caseId, "take_down", moderator, { rule: RULE });
    expect((await findOpenTakedowns(getTable(), artworkId))[0]?.reporter).toBe("comparison");
  });
});

describe("marking as mature, declining and closing", () => {
  test("a mark is mailed to both sides and can be undone", async () => {
    const { artist, artworkId, caseId } = await createReported();
    expect((await act(caseId, "mark_mature", moderator)).failure.fields).toEqual({ rule: MESSAGES.required });
    await act(caseId, "mark_mature", moderator, { rule: RULE });
    await api.processEvents();
    expect(await isFlagged(artworkId)).toBe(true);
    expect(listSubjects(artist.email)).toContain("Your artwork was marked as mature");
    expect(listSubjects(REPORTER)).toContain("The artwork you reported was marked as mature");
    await undo(caseId, moderator);
    await api.processEvents();
    expect(await isFlagged(artworkId)).toBe(false);
    expect(listSubjects(artist.email)).toContain("Your artwork is no longer marked as mature");
  });

  test("a declined notice is mailed to its reporter with the reason, even if mail hangs at first", async () => {
    const { artworkId } = await createReported();
    const email = "declined@example.org";
    const caseId = await report(artworkId, email);
    api.refuseMail("AccountSuspendedException");
    await act(caseId, "decline", moderator, { reason: "It is licensed." });
    expect((await read(caseId, moderator)).body).toMatchObject({ status: "closed", undoable: false });
    expect((await undo(caseId, moderator)).failure.message).toBe(MESSAGES.caseNotUndoable);
    api.refuseMail();
    await api.processEvents();
    const [mail, ...more] = api.mails().filter(({ to, subject }) => to === email && subject === "We read your notice");
    expect([mail?.text.includes("It is licensed."), more]).toEqual([true, []]);
  });

  test("closing tells nobody, and the case can be reopened", async () => {
    const { artworkId } = await createReported();
    const email = "silent@example.org";
    const caseId = await report(artworkId, email);
    await act(caseId, "close", moderator);
    await api.processEvents();
    expect(listSubjects(email)).toEqual([]);
    expect((await undo(caseId, moderator)).body).toMatchObject({ status: "open", takenBy: { id: moderator.userId } });
    expect((await undo(caseId, other)).failure.code).toBe("case_taken");
  });
});

test("opening a case is in the log", async () => {
  const { caseId } = await createReported();
  await read(caseId, moderator);
  const reader = await operators.createOperator(["support"]);
  const query = { target: caseId, event: "case.read", reason: "security" } as const;
  const { items } = (await api.call(listLog, { token: reader.token, query })).body;
  expect(items).toMatchObject([{ who: moderator.userId, event: "case.read", target: caseId, reason: caseId }]);
});

describe("a reported conversation", () => {
  test("names both sides, and its reporter is told that something was done", async () => {
    const { artist, fan, caseId } = await createConversation();
    const { body } = await read(caseId, moderator);
    expect(body).toMatchObject({ writer: { person: { id: artist.userId } }, reported: { person: { id: fan.userId } } });
    expect(body.actions).toEqual(["accept", "decline", "close"]);
    const reason = "We suspended the account.";
    const preview = { token: moderator.token, params: { caseId }, body: { action: "accept", reason } } as const;
    const { mails } = (await api.call(previewCaseMails, preview)).body;
    expect(mails).toMatchObject([{ to: "reporter", subject: "We acted on your notice" }]);
    const { body: closed } = await act(caseId, "accept", moderator, { reason });
    expect(closed).toMatchObject({ outcome: "accept", undoable: false });
    await api.processEvents();
    expect(api.mails().filter(({ to, text }) => to === artist.email && text === mails[0]?.text)).toHaveLength(1);
  });

  test("is read by those who moderate, which the log has with the case", async () => {
    const { threadId, caseId } = await createConversation();
    const look = (reason: string, { token }: Operator) =>
      api.call(readCaseMessages, { token, params: { caseId }, query: { reason } });
    expect((await look(caseId, moderator)).body.items).toMatchObject([{ content: "Pay me outside" }]);
    expect((await look(api.services.newId(), moderator)).status).toBe(400);
    expect((await look(caseId, supporter)).status).toBe(403);
    const { items } = (
      await api.call(listLog, {
        token: moderator.token,
        query: { reason: "security", target: threadId, event: "thread.read" },
      })
    ).body;
    expect(items).toMatchObject([{ event: "thread.read", who: moderator.userId, reason: caseId }]);
  });

  test("shows nothing for other cases", async () => {
    const { caseId } = await createReported();
    const sent = { token: moderator.token, params: { caseId }, query: { reason: caseId } };
    expect((await api.call(readCaseMessages, sent)).failure.code).toBe("thread_not_found");
  });
});

describe("a ticket", () => {
  test("is answered by mail with its number in the subject; a reply goes to the operators", async () => {
    const { author, caseId } = await createTicket();
    const send = vi.spyOn(SESv2Client.prototype, "send");
    expect((await act(caseId, "answer", supporter)).failure.fields).toEqual({ answer: MESSAGES.required });
    const answer = "Convert it to sRGB.\n\nThen it works.";
    const { body } = await act(caseId, "answer", supporter, { answer, reason: "Answered by mail" });
    expect(body).toMatchObject({ status: "closed", outcome: "answer", answer, repliesTo: "info@ochre.test" });
    await api.processEvents();
    const [mail] = api.mails().filter(({ to, subject }) => to === author.email && subject.includes(caseId));
    expect(mail?.subject).toBe(`Re: My upload (ticket ${caseId})`);
    expect(mail?.text).toContain("Then it works.");
    const sent = send.mock.calls.map(([command]) => (command as SendEmailCommand).input);
    const [own] = sent.filter(({ Destination }) => Destination?.ToAddresses?.includes(author.email));
    expect(own?.ReplyToAddresses).toEqual(["info@ochre.test"]);
    send.mockRestore();
  });
});

test("an account's export has what it wrote to the operators, without who decided", async () => {
  const { author, caseId } = await createTicket();
  await act(caseId, "answer", supporter, { answer: "Try again." });
  const { cases } = await readCommunity(getTable(), author.userId, []);
  expect(cases).toMatchObject([{ caseId, kind: "ticket", text: "It stops at 97 %.", answer: "Try again." }]);
  expect(JSON.stringify(cases)).not.toContain(supporter.userId);
});

test("a case about an operator's own artwork is for somebody else", async () => {
  const { artworkId } = await given.artwork(moderator.userId);
  const caseId = await report(artworkId);
  const { status, failure } = await act(caseId, "decline", moderator);
  expect([status, failure.code, failure.message]).toEqual([403, "case_own", MESSAGES.caseOwn]);
  expect((await act(caseId, "take_down", other, { rule: RULE })).status).toBe(200);
  expect((await undo(caseId, moderator)).failure.code).toBe("case_own");
  const body = { action: "restore", reason: "It is mine." } as const;
  const restored = await api.call(decideArtwork, { token: moderator.token, params: { artworkId }, body });
  expect(restored.failure.code).toBe("case_own");
});

describe("an appeal", () => {
  async function createAppeal() {
    const reported = await createReported();
    await act(reported.caseId, "take_down", moderator, { rule: RULE });
    const body = { action: "record_answer", reason: "Forwarded.", answer: "It is my own photograph." } as const;
    const sent = { token: moderator.token, params: { artworkId: reported.artworkId }, body };
    const answered = await api.call(decideArtwork, sent);
    expect(answered.status).toBe(200);
    expect((await api.call(decideArtwork, sent)).failure.code).toBe("artwork_answer_recorded");
    await api.processEvents();
    await api.processEvents();
    const query: Record<string, unknown> = { kind: "counter_notice", limit: 50 };
    const { items } = (await api.call(listCases, { token: other.token, query })).body;
    const own = items.filter(({ text, author }) => text === body.answer && author?.id === reported.artist.userId);
    expect(own).toHaveLength(1);
    return { ...reported, appealId: own[0]?.caseId ?? "", dueAt: own[0]?.dueAt ?? "" };
  }

  test("is forwarded, and decided by somebody else from its day on", async () => {
    const { artist, artworkId, caseId, appealId, dueAt } = await createAppeal();
    expect((await undo(caseId, moderator)).failure.code).toBe("case_not_undoable");
    expect(listSubjects(artist.email)).toContain("Your answer was forwarded");
    expect(listSubjects(REPORTER)).toContain("The artist objects to your notice");
    expect((await read(appealId, moderator)).body.appeal).toMatchObject({
      restoreFrom: dueAt,
      reported: true,
      own: true,
    });
    for (const action of ["restore", "keep_down"] as const) {
      const { failure } = await act(appealId, action, moderator);
      expect([failure.code, failure.message]).toEqual(["appeal_of_own_decision", MESSAGES.appealOfOwnDecision]);
    }
    await api.call(releaseCase, { token: moderator.token, params: { caseId: appealId } });
    const early = await act(appealId, "restore", other);
    expect([early.failure.code, early.failure.message]).toEqual([
      "restore_too_early",
      formatRestoreDay(`${formatDate(dueAt, DISPLAY.momentFormat, "UTC")} UTC`),
    ]);
    const seconds = 15 * DAY;
    api.travel(seconds);
    try {
      const late = await operators.createOperator(["moderation"]);
      expect((await act(appealId, "restore", late)).body).toMatchObject({ outcome: "restore" });
    } finally {
      api.travel(-seconds);
    }
    expect(await isBlocked(artworkId)).toBe(false);
    await api.processEvents();
    expect(listSubjects(artist.email)).toContain("Your artwork is back");
  });

  test("that is granted ends the decision that it answers, and leaves the artwork down for another one", async () => {
    const { artist, artworkId, appealId } = await createAppeal();
    const second = await report(artworkId, "second@example.org");
    expect((await act(second, "take_down", moderator, { rule: RULE })).status).toBe(200);
    api.travel(15 * DAY);
    try {
      const late = await operators.createOperator(["moderation"]);
      const body = { action: "restore", reason: "It is theirs." } as const;
      const preview = await api.call(previewCaseMails, { token: late.token, params: { caseId: appealId }, body });
      expect((await act(appealId, "restore", late)).status).toBe(200);
      expect(await isBlocked(artworkId)).toBe(true);
      expect(await findOpenTakedowns(getTable(), artworkId)).toMatchObject([{ reporter: `notice ${second}` }]);
      await api.processEvents();
      const [mail] = preview.body.mails;
      expect(mail?.text).toContain("stays down");
      const sent = api.mails().filter(({ to, subject }) => to === artist.email && subject === mail?.subject);
      expect(sent.map(({ text }) => text)).toEqual([mail?.text]);
      expect(listSubjects(artist.email)).not.toContain("Your artwork is back");
    } finally {
      api.travel(-15 * DAY);
    }
  });

  test("isn't got around on the artwork's page: the artwork returns on its day at the earliest", async () => {
    const { artworkId, dueAt } = await createAppeal();
    const body = { action: "restore", reason: "It is theirs." } as const;
    const { status, failure } = await api.call(decideArtwork, { token: other.token, params: { artworkId }, body });
    expect([status, failure.code, failure.message]).toEqual([
      409,
      "restore_too_early",
      formatRestoreDay(`${formatDate(dueAt, DISPLAY.momentFormat, "UTC")} UTC`),
    ]);
    expect(await isBlocked(artworkId)).toBe(true);
  });

  test("whose reporter went to court leaves the artwork down, and its owner is told why", async () => {
    const { artist, artworkId, appealId } = await createAppeal();
    await act(appealId, "keep_down", other, { reason: "A lawsuit was announced." });
    expect(await isBlocked(artworkId)).toBe(true);
    await api.processEvents();
    expect(listSubjects(artist.email)).toContain("Your artwork stays down");
  });

  test("to a takedown without a report speaks of no reporter", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const decide = (body: RouteBodyInput<typeof decideArtwork>) =>
      api.call(decideArtwork, { token: moderator.token, params: { artworkId }, body });
    await decide({ action: "take_down", reason: "Hatred.", rule: RULE });
    await api.processEvents();
    const answer = { action: "record_answer", reason: "Received.", answer: "It is a quotation." } as const;
    const draft = { token: moderator.token, params: { artworkId }, body: answer };
    const { mails } = (await api.call(previewArtworkMails, draft)).body;
    expect((await decide(answer)).status).toBe(200);
    await api.processEvents();
    const sent = api.mails().filter(({ to }) => to === artist.email);
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      "We got your answer",
      "Your artwork was taken down",
    ]);
    const dropTime = (text = "") => text.replace(/\d\d:\d\d UTC/, "");
    expect(sent.map(({ text }) => dropTime(text))).toContain(dropTime(mails[0]?.text));
    for (const { text } of sent) expect(text).not.toMatch(/reporter|court/);
    const query: Record<string, unknown> = { kind: "counter_notice", limit: 50 };
    const { items } = (await api.call(listCases, { token: other.token, query })).body;
    const appealId = items.find(({ author }) => author?.id === artist.userId)?.caseId ?? "";
    expect((await read(appealId, other)).body.appeal).toMatchObject({ answer: answer.answer, reported: false });
  });

  test("about artwork of a blocked account waits", async () => {
    const { artist, appealId } = await createAppeal();
    const blockedAt = api.services.now().toISOString();
    await getTable().send(UserEntity.build(UpdateItemCommand).item({ userId: artist.userId, blockedAt }));
    api.travel(15 * DAY);
    try {
      const late = await operators.createOperator(["moderation"]);
      const { failure } = await act(appealId, "restore", late);
      expect([failure.code, failure.message]).toEqual(["artwork_owner_blocked", MESSAGES.artworkOwnerBlocked]);
    } finally {
      api.travel(-15 * DAY);
    }
  });
});

describe("an artwork", () => {
  const find = (q: string) => api.call(findReviewedArtwork, { token: moderator.token, query: { q } });
  const decide = (artworkId: string, body: RouteBodyInput<typeof decideArtwork>, { token } = moderator) =>
    api.call(decideArtwork, { token, params: { artworkId }, body });

  test("is found by its link and id, even when hidden, and not by an unknown one", async () => {
    const { artworkId } = await given.artwork((await given.user()).userId);
    for (const q of [artworkId, `/artwork/${artworkId}`, `http://localhost:3000/artwork/${artworkId}?a=b`])
      expect((await find(q)).body.items).toMatchObject([{ card: { artworkId }, state: "visible" }]);
    expect((await find(api.services.newId())).body.items).toEqual([]);
    const params = { artworkId: api.services.newId() };
    expect((await api.call(readReviewedArtwork, { token: moderator.token, params })).status).toBe(404);
  });

  test("has its versions, takedowns and cases", async () => {
    const { artworkId, caseId } = await createReported();
    await act(caseId, "take_down", moderator, { rule: RULE });
    const { body } = await api.call(readReviewedArtwork, { token: other.token, params: { artworkId } });
    expect(body).toMatchObject({
      state: "blocked",
      sales: 0,
      versions: [{ sold: 0 }],
      takedowns: [{ rule: RULE, decidedBy: { id: moderator.userId }, restoredAt: null }],
      cases: [{ caseId, outcome: "take_down" }],
      actions: ["restore", "record_answer", "mark_mature"],
    });
    const [link] = body.versions[0]?.picture.previews ?? [];
    expect((await fetch(link?.webp ?? "")).status).toBe(200);
  });

  test("is taken down and put back without a report; every decision is mailed as previewed, once", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const body = { action: "take_down", reason: "Hatred.", rule: RULE } as const;
    const sent = { token: moderator.token, params: { artworkId }, body };
    const { mails } = (await api.call(previewArtworkMails, sent)).body;
    expect((await decide(artworkId, { ...body, rule: undefined })).failure.fields).toEqual({ rule: MESSAGES.required });
    expect((await decide(artworkId, { action: "record_answer", reason: "No", answer: "No" })).failure.code).toBe(
      "artwork_not_taken_down",
    );
    for (let tried = 0; tried < 2; tried++) expect((await decide(artworkId, body)).body.state).toBe("blocked");
    await api.processEvents();
    const own = () => api.mails().filter(({ to }) => to === artist.email);
    expect(own().map(({ subject, text }) => ({ subject, text }))).toEqual(
      mails.map(({ subject, text }) => ({ subject, text })),
    );
    expect(mails[0]?.text).toContain("Our own review");
    expect((await decide(artworkId, { action: "restore", reason: "I was wrong." })).body.state).toBe("visible");
    await decide(artworkId, { action: "mark_mature", reason: "Nudity.", rule: RULE });
    await decide(artworkId, { action: "mark_mature", reason: "Nudity.", rule: RULE });
    await decide(artworkId, { action: "unmark_mature", reason: "It isn't." });
    await api.processEvents();
    expect(listSubjects(artist.email).toSorted()).toEqual([
      "Your artwork is back",
      "Your artwork is no longer marked as mature",
      "Your artwork was marked as mature",
      "Your artwork was taken down",
    ]);
    const query = { target: artworkId, who: moderator.userId, reason: "security" } as const;
    const { items } = (await api.call(listLog, { token: moderator.token, query })).body;
    expect(items.map(({ event }) => event)).toContain("artwork.take_down");
    expect(items.filter(({ reason }) => !reason)).toEqual([]);
  });

  test("that is down already isn't taken down, or mailed about, again without another report", async () => {
    const { caseId, artworkId } = await createNearCopy();
    const body = { action: "take_down", reason: "Hatred.", rule: RULE } as const;
    for (const by of [moderator, other]) expect((await decide(artworkId, body, by)).body.state).toBe("blocked");
    const draft = { token: moderator.token, params: { caseId }, body };
    expect((await api.call(previewCaseMails, draft)).body.mails).toEqual([]);
    expect((await act(caseId, "take_down", moderator, { rule: RULE })).body).toMatchObject({ outcome: "take_down" });
    expect(await findOpenTakedowns(getTable(), artworkId)).toHaveLength(1);
  });

  test("whose takedown by a command was answered can be put back by any operator", async () => {
    const { userId: ownerId } = await given.user();
    const { artworkId } = await given.artwork(ownerId);
    const takedownId = api.services.newId();
    await attempt(getTable(), [
      buildTakedown({ artworkId, takedownId, ownerId, title: "Dunes", reason: "It copies.", reporter: "by letter" }),
    ]);
    expect((await decide(artworkId, { action: "restore", reason: "By mistake." })).status).toBe(200);
    expect(await findOpenTakedowns(getTable(), artworkId)).toEqual([]);
  });
});

test("every kind of case has a permission and a case that isn't there answers 404", async () => {
  expect(Object.keys(CASE_PERMISSIONS)).toEqual([...CASE_KINDS]);
  expect((await read(api.services.newId(), moderator)).failure).toMatchObject({ message: MESSAGES.caseNotFound });
  expect(await findCase(getTable(), api.services.newId())).toBeUndefined();
});
