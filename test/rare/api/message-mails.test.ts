import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { processMailRequests } from "#lambdas/events/queues/answer-mail-requests.ts";
import { announceMessages } from "#lambdas/events/streams/announce-messages.ts";
import type { Mail } from "#lambdas/platform/mail/open-mail.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { blockPerson, markThreadRead, startThread } from "#shared/contract/messages.ts";
import { updatePreferences } from "#shared/contract/users.ts";
import { RECEIVED_MAILS } from "#shared/throttles.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { queueEvent } from "#test/support/queue-event.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const SUMMARY = /unread conversation/;

let api: Api;
let given: ReturnType<typeof createGiven>;
let processStream: ReturnType<typeof createStreamProcessor>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  processStream = createStreamProcessor(MarketplaceTable.getName(), [(event) => announceMessages(event, api.services)]);
});

/** Starts each test just after a rate-limit window begins, so that it doesn't span two. */
beforeEach(() => {
  const seconds = api.services.now().getTime() / 1000;
  api.travel(RECEIVED_MAILS.seconds - (seconds % RECEIVED_MAILS.seconds) + 1);
});

const subjectsTo = (email: string) =>
  api
    .mails()
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject);

/** Lets a number of users write to the artist; returns their threads. */
async function flood(artistId: string, count: number) {
  const { artworkId: subjectId } = await given.artwork(artistId);
  const started = [];
  for (let nth = 0; nth < count; nth++) {
    const { userId } = await given.user();
    const body = { subject: "artwork", subjectId, messageContent: "Hello" } as const;
    started.push({ authorId: userId, ...(await api.call(startThread, { as: userId, body })).body });
  }
  await processStream();
  return started;
}

async function nextWindow() {
  api.travel(RECEIVED_MAILS.seconds);
  await api.processEvents();
}

describe("message mails to one user", () => {
  test("are limited per hour, then one summary counts all unread conversations", async () => {
    const artist = await given.user();
    await flood(artist.userId, RECEIVED_MAILS.count + 4);
    await processStream({ times: 3 });
    await api.processEvents();
    expect(subjectsTo(artist.email)).toHaveLength(RECEIVED_MAILS.count);
    expect(subjectsTo(artist.email).join()).not.toMatch(SUMMARY);
    await nextWindow();
    await nextWindow();
    const summaries = subjectsTo(artist.email).filter((subject) => SUMMARY.test(subject));
    expect(subjectsTo(artist.email)).toHaveLength(RECEIVED_MAILS.count + 1);
    expect(summaries).toEqual([`You have ${RECEIVED_MAILS.count + 4} unread conversations on Ochre`]);
  });

  test("have no summary if all was read, the authors are blocked or these mails are off", async () => {
    const [reading, blocking, silent] = [await given.user(), await given.user(), await given.user()];
    const threads = [];
    for (const { userId } of [reading, blocking, silent]) {
      threads.push(await flood(userId, RECEIVED_MAILS.count + 1));
    }
    await api.processEvents();
    for (const { threadId, message } of threads[0] ?? []) {
      const { messageId } = message;
      await api.call(markThreadRead, { as: reading.userId, params: { threadId }, body: { messageId } });
    }
    for (const { authorId: personId } of threads[1] ?? []) {
      await api.call(blockPerson, { as: blocking.userId, params: { userId: blocking.userId, personId } });
    }
    await api.call(updatePreferences, {
      as: silent.userId,
      params: silent,
      body: { userFavorites: true, userNotices: { messageMail: false } },
    });
    await nextWindow();
    for (const { email } of [reading, blocking, silent]) expect(subjectsTo(email)).toHaveLength(RECEIVED_MAILS.count);
  });

  test("are neither lost nor sent twice by duplicate deliveries or a failing mail provider", async () => {
    const artist = await given.user();
    const started = await flood(artist.userId, RECEIVED_MAILS.count + 3);
    const queued = api.deferredMails.splice(0);
    const { mail } = api.services;
    const failingMail: Mail = { ...mail, send: () => Promise.reject(new Error("The mail provider is unavailable")) };
    const held: object[] = [];
    const deferredMails = {
      ...api.services.deferredMails,
      hold: async (mail: object) => void held.push({ held: mail }),
    };
    const answer = (messages: readonly object[], services: object = {}) =>
      processMailRequests(queueEvent([...messages]), { ...api.services, deferredMails, ...services });
    const { batchItemFailures } = await answer(queued.slice(0, 1), { mail: failingMail });
    expect(batchItemFailures).toHaveLength(1);
    for (const message of queued) await Promise.all([answer([message]), answer([message])]);
    const single = subjectsTo(artist.email).length;
    expect(single).toBeGreaterThan(0);
    expect(single).toBeLessThanOrEqual(RECEIVED_MAILS.count);
    expect(held.length).toBeGreaterThanOrEqual(started.length - single);
    api.travel(RECEIVED_MAILS.seconds);
    const due = held.splice(0);
    expect((await answer(due.slice(0, 1), { mail: failingMail })).batchItemFailures).toHaveLength(1);
    // The held messages are delivered twice.
    await answer(due);
    await answer(due);
    const summaries = subjectsTo(artist.email).filter((subject) => SUMMARY.test(subject));
    expect(summaries).toHaveLength(1);
    expect(held).toEqual([]);
  });
});
