import { beforeAll, describe, expect, test } from "vitest";
import { findNotice } from "#lambdas/areas/support/find-notice.ts";
import { startThread } from "#shared/contract/messages.ts";
import { reportContent, reportScriptError, reportThread, writeTicket } from "#shared/contract/support.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { SCRIPT_ERROR_ALLOWANCE, THROTTLES } from "#shared/throttles.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const OPERATORS = "info@ochre.test";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

/** Mails to the operators that contain this text, newest first. */
const mailsWith = (text: string) =>
  api.mails().filter((mail) => mail.to === OPERATORS && `${mail.subject}\n${mail.text}`.includes(text));

describe("a ticket", () => {
  const ticket = (ticketTitle: string) => ({ ticketTitle, ticketBody: "It stops at <b>97 %</b>.\n\nEvery time." });

  test("is mailed to the operators with its author, and returns its number", async () => {
    const { userId, email, name } = await given.user();
    const { status, body } = await api.call(writeTicket, {
      as: userId,
      body: ticket("My upload\r\nBcc:\u0000all@ochre.test"),
    });
    expect(status).toBe(201);
    const [mail, ...more] = mailsWith(body.ticketId);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Ticket: My upload Bcc: all @ ochre. test");
    for (const part of [
      name,
      email.replace("@", " @ ").replace(".test", ". test"),
      "It stops at <b>97 %</b>.",
      "Every time.",
    ])
      expect(mail?.text).toContain(part);
    expect(mail?.html).not.toContain("<b>");
  });

  test("sent twice is one ticket with one mail; another user's is a ticket of its own", async () => {
    const [one, other] = [await given.user(), await given.user()];
    const write = async (as: string) => (await api.call(writeTicket, { as, body: ticket("Twice") })).body.ticketId;
    const first = await write(one.userId);
    expect(await write(one.userId)).toBe(first);
    expect(mailsWith(first)).toHaveLength(1);
    expect(await write(other.userId)).not.toBe(first);
  });

  test("whose mail failed is mailed under the same number by the next attempt", async () => {
    const { userId } = await given.user();
    const tried: string[] = [];
    const mail = {
      sendToOperators: async (email: { paragraphs: string[] }) => {
        tried.push(email.paragraphs.join());
        throw new Error("The provider is down");
      },
    };
    const sent = { as: userId, body: ticket("No luck") };
    await expect(api.call(writeTicket, sent, { mail })).rejects.toThrow("The provider is down");
    const { ticketId } = (await api.call(writeTicket, sent)).body;
    expect(mailsWith(ticketId)).toHaveLength(1);
    expect(tried.join()).toContain(ticketId);
  });

  test("requires a title and a text within their limits", async () => {
    const { userId } = await given.user();
    const empty = await api.call(writeTicket, { as: userId, body: { ticketTitle: " ", ticketBody: "" } });
    expect(empty.failure.fields).toEqual({ ticketTitle: MESSAGES.required, ticketBody: MESSAGES.required });
    const body = {
      ticketTitle: "t".repeat(LIMITS.ticketTitle.max + 1),
      ticketBody: "b".repeat(LIMITS.ticketBody.max + 1),
    };
    const long = await api.call(writeTicket, { as: userId, body });
    expect(long.failure.fields).toEqual({ ticketTitle: formatTooLong(100), ticketBody: formatTooLong(1000) });
  });

  test("is rate limited per account", async () => {
    const { userId } = await given.user();
    const { count, seconds } = THROTTLES.ticket.account;
    api.startWindow(seconds);
    const write = (n: number) => api.call(writeTicket, { as: userId, body: ticket(`Number ${n}`) });
    for (let n = 0; n < count; n++) expect((await write(n)).status).toBe(201);
    const refused = await write(count);
    expect([refused.status, refused.failure.code]).toEqual([429, "too_many_requests"]);
    api.travel(seconds);
    expect((await write(count)).status).toBe(201);
    api.travel(-seconds);
  });
});

describe("a notice", () => {
  const notice = (link: string) => ({ link, reason: "This is my photograph.", email: "photographer@example.org" });

  test("by a visitor is mailed to the operators with its link, and returns its number", async () => {
    const { status, body } = await api.call(reportContent, { body: notice("/user/thief") });
    expect(status).toBe(201);
    const [mail] = mailsWith(body.noticeId);
    expect(mail?.subject).toBe(`Notice ${body.noticeId}`);
    expect(mail?.text).toContain("This is my photograph.");
    expect(mail?.links).toEqual([
      `http://localhost:3000/admin/queue/${body.noticeId}`,
      "http://localhost:3000/user/thief",
    ]);
  });

  test("sent twice is one, whether the link is a path or a full URL", async () => {
    const [path, address] = ["/user/again", "http://localhost:3000/user/again"];
    const first = await api.call(reportContent, { body: notice(path) });
    const second = await api.call(reportContent, { body: notice(address) });
    expect(second.body.noticeId).toBe(first.body.noticeId);
  });

  test.each(["https://elsewhere.example/user/thief", "//elsewhere.example", "javascript:alert(1)", "http://["])(
    "about %s, which isn't of this site, is refused at its field",
    async (link) => {
      const { status, failure } = await api.call(reportContent, { body: notice(link) });
      expect([status, failure.fields]).toEqual([400, { link: MESSAGES.invalid }]);
    },
  );

  test("about a conversation is accepted only from its two parties, signed in, by its own route", async () => {
    const [artist, fan, other] = [await given.user(), await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const messageForm = { subject: "artwork", subjectId: artworkId, messageContent: "Hello" } as const;
    const { threadId } = (await api.call(startThread, { as: fan.userId, body: messageForm })).body;
    const report = (as?: string) =>
      api.call(reportThread, { ...(as ? { as } : {}), params: { threadId }, body: { reason: "Fraud." } });
    for (const { userId } of [artist, fan]) {
      const { status, body } = await report(userId);
      const [mail] = mailsWith(body.noticeId);
      const links = [`admin/queue/${body.noticeId}`, `messages/${threadId}`];
      expect([status, mail?.links]).toEqual([201, links.map((path) => `http://localhost:3000/${path}`)]);
      expect(await findNotice(api.services.table, body.noticeId)).toMatchObject({ threadId, reporterId: userId });
    }
    expect([(await report(other.userId)).status, (await report()).status]).toEqual([404, 401]);
    for (const link of [`/messages/${threadId}`, `/messages/${threadId}#x`, "/messages"]) {
      const { status, failure } = await api.call(reportContent, { body: notice(link) });
      expect([status, failure.fields]).toEqual([400, { link: MESSAGES.invalid }]);
    }
  });

  test("requires a link, a reason and an email address", async () => {
    const { failure } = await api.call(reportContent, { body: { link: "", reason: "", email: "no" } });
    expect(failure.fields).toEqual({
      link: MESSAGES.required,
      reason: MESSAGES.required,
      email: MESSAGES.emailInvalid,
    });
  });
});

describe("a script error in a browser", () => {
  const report = (body: object, logged: unknown[][] = [], headers: Readonly<Record<string, string>> = {}) =>
    api.call(
      reportScriptError,
      { body: body as never, headers },
      { log: { ...api.services.log, warn: (...line: unknown[]) => logged.push(line) } as never },
    );

  test("is logged with page and kind, and nothing else", async () => {
    const logged: unknown[][] = [];
    const more = { message: "Ada Lovelace isn't defined", url: "/user/ada" };
    expect((await report({ page: "/artwork/:id", kind: "error", ...more }, logged)).status).toBe(204);
    const [[message, fields] = [], ...others] = logged;
    expect(others).toEqual([]);
    expect(message).toBe("A script of a page failed");
    expect(fields).toMatchObject({ ScriptErrors: 1, page: "/artwork/:id", kind: "error" });
    expect(JSON.stringify(logged)).not.toMatch(/ada/i);
  });

  test.each([{ page: "/user/ada", kind: "error" }, { page: "/", kind: "Ada said" }, {}])(
    "of an unknown page or kind is refused: %j",
    async (body) => {
      const logged: unknown[][] = [];
      expect((await report(body, logged)).status).toBe(400);
      expect(logged).toEqual([]);
    },
  );

  test("is rate limited per IP address, ignoring forged entries of X-Forwarded-For", async () => {
    const logged: unknown[][] = [];
    const { amount, seconds } = SCRIPT_ERROR_ALLOWANCE;
    const from = (address: string, forged = "198.51.100.1") =>
      report({ page: "/", kind: "load" }, logged, { "x-forwarded-for": `${forged}, ${address}, 130.176.0.1` });
    api.travel(seconds);
    for (let nth = 0; nth < amount; nth++) expect((await from("203.0.113.7", `198.51.100.${nth}`)).status).toBe(204);
    const { status, failure } = await from("203.0.113.7");
    expect([status, failure.code, logged.length]).toEqual([429, "too_many_requests", amount]);
    expect((await from("203.0.113.8")).status).toBe(204);
    api.travel(seconds);
    expect((await from("203.0.113.7")).status).toBe(204);
  });
});
