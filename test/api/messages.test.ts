import { beforeAll, describe, expect, test } from "vitest";
import { buildInboxPartition } from "#lambdas/areas/messages/thread.entity.ts";
import { announceMessages } from "#lambdas/events/streams/announce-messages.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import { writeComment } from "#shared/contract/community.ts";
import { readOrder } from "#shared/contract/licenses.ts";
import {
  blockPerson,
  listBlocked,
  listThreads,
  markThreadRead,
  readThread,
  readUnreadThreads,
  startThread,
  unblockPerson,
  writeMessage,
} from "#shared/contract/messages.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { updatePreferences } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import type { Message } from "#shared/model/message.ts";
import { ACCOUNT_THROTTLES } from "#shared/throttles.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { meter } from "#test/support/meter.ts";
import { meterWrites } from "#test/support/meter-writes.ts";
import { startShop } from "#test/support/purchasing.ts";
import { scanTable } from "#test/support/scan-table.ts";

const { api, given, shop } = await startShop();
let follow: ReturnType<typeof createStreamProcessor>;

beforeAll(() => {
  follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => announceMessages(event, api.services)]);
});

interface Form {
  readonly messageContent?: string;
  readonly messageKind?: string;
}

const start = (as: string, subjectId: string, form: Form & { subject?: string; key?: string } = {}) => {
  const { key, ...said } = form;
  const body = { subject: "artwork", subjectId, messageContent: "How large is it?", ...said };
  return api.call(startThread, { as, body, ...(key ? { headers: { "idempotency-key": key } } : {}) });
};
const write = (as: string, threadId: string, form: Form = {}) =>
  api.call(writeMessage, { as, params: { threadId }, body: { messageContent: "Two metres.", ...form } });
const open = (as: string, threadId: string, query: Record<string, unknown> = {}) =>
  api.call(readThread, { as, params: { threadId }, query });
const inbox = async (as: string, query: Record<string, unknown> = {}) =>
  (await api.call(listThreads, { as, query })).body;
const markRead = (as: string, threadId: string, messageId: string) =>
  api.call(markThreadRead, { as, params: { threadId }, body: { messageId } });
const block = (userId: string, personId: string, route: typeof blockPerson | typeof unblockPerson = blockPerson) =>
  api.call(route, { as: userId, params: { userId, personId } });
const listNotifications = async (userId: string) =>
  (await api.call(previousNotifications, { as: userId, params: { userId }, query: { limit: 50 } })).body;
const listTexts = (items: readonly Message[]) => items.map(({ content }) => content);

/** Creates an artwork, its artist and a user who asks about it. */
async function asked(messageContent = "How large is it?") {
  const [artist, fan] = [await given.user(), await given.user()];
  const { artworkId } = await given.artwork(artist.userId);
  const { body } = await start(fan.userId, artworkId, { messageContent });
  return { artist, fan, artworkId, ...body };
}

const mailsTo = (email: string) =>
  api.mails().filter(({ to, subject }) => to === email && subject.includes("wrote to you"));

describe("a question about an artwork", () => {
  test("reaches its artist with artwork, author and text, and can be answered", async () => {
    const { artist, fan, artworkId, threadId, message } = await asked();
    expect(message).toMatchObject({ kind: "text", content: "How large is it?", own: true });
    const answer = await write(artist.userId, threadId, { messageContent: "Two metres." });
    expect([answer.status, answer.body.own]).toEqual([201, true]);
    const [ofArtist, ofFan] = [await inbox(artist.userId), await inbox(fan.userId)];
    expect(ofArtist.items).toMatchObject([
      {
        threadId,
        subject: { kind: "artwork", id: artworkId, title: "Dunes at noon", picture: { mature: false } },
        person: { id: fan.userId, name: fan.name },
        unread: 1,
        latest: { content: "Two metres.", own: true },
      },
    ]);
    expect(ofFan.items).toMatchObject([{ threadId, person: { id: artist.userId }, unread: 1, latest: { own: false } }]);
    const { items, thread } = (await open(fan.userId, threadId)).body;
    expect(items).toMatchObject([
      { content: "Two metres.", own: false },
      { content: "How large is it?", own: true },
    ]);
    expect(thread).toMatchObject({ side: "buyer", blocked: false, refund: null, refundable: false });
  });

  test("counts as one unread thread until its artist has read it, or has blocked the author", async () => {
    const { artist, fan, threadId } = await asked();
    const countUnread = async (as: string) => (await api.call(readUnreadThreads, { as })).body.count;
    expect(await countUnread(artist.userId)).toBe(1);
    const { body: last } = await write(fan.userId, threadId, { messageContent: "And how deep?" });
    expect([await countUnread(artist.userId), await countUnread(fan.userId)]).toEqual([1, 0]);
    await block(artist.userId, fan.userId);
    expect(await countUnread(artist.userId)).toBe(0);
    await block(artist.userId, fan.userId, unblockPerson);
    await markRead(artist.userId, threadId, last.messageId);
    expect(await countUnread(artist.userId)).toBe(0);
  });

  test("is only about visible artwork of others", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId, { artworkVisibility: "invisible" });
    expect((await start(fan.userId, artworkId)).failure.code).toBe("artwork_not_found");
    expect((await start(artist.userId, artworkId)).failure.code).toBe("own_artwork");
    expect((await start(fan.userId, "no id")).failure.fields).toEqual({ subjectId: MESSAGES.invalidUuid });
  });

  test("has its invisible characters removed, and a length limit", async () => {
    const { fan, threadId } = await asked("\u202eHow\u0000 large?\n\n👩‍🎨 שלום ");
    expect(listTexts((await open(fan.userId, threadId)).body.items)).toEqual(["How large?\n\n👩‍🎨 שלום"]);
    const long = "x".repeat(LIMITS.message.max);
    expect((await write(fan.userId, threadId, { messageContent: `${long}x` })).failure.fields).toEqual({
      messageContent: formatTooLong(LIMITS.message.max),
    });
    expect((await write(fan.userId, threadId, { messageContent: " " })).failure.fields).toEqual({
      messageContent: MESSAGES.required,
    });
    expect((await write(fan.userId, threadId, { messageContent: long })).status).toBe(201);
  });

  test("starts one thread, even with concurrent first messages", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const replies = await Promise.all(
      ["One", "Two", "Three"].map((messageContent) => start(fan.userId, artworkId, { messageContent })),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.threadId)).size).toBe(1);
    const { items } = await inbox(artist.userId);
    expect(items).toMatchObject([{ unread: 3 }]);
    const { body } = await open(artist.userId, items[0]?.threadId ?? "");
    expect(listTexts(body.items).sort()).toEqual(["One", "Three", "Two"]);
    expect(body.items[0]?.content).toBe(items[0]?.latest.content);
  });

  test("sent again with its idempotency key is one message", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const [first, again] = [
      await start(fan.userId, artworkId, { key: "a-key-of-the-form" }),
      await start(fan.userId, artworkId, { key: "a-key-of-the-form" }),
    ];
    expect(again.body).toEqual(first.body);
    expect((await open(fan.userId, first.body.threadId)).body.items).toHaveLength(1);
  });

  test("has its thread's messages in order, even if both parties write concurrently", async () => {
    const { artist, fan, threadId } = await asked();
    await write(artist.userId, threadId);
    const sides = [artist, fan, artist, fan];
    const written = await Promise.all(
      sides.map(({ userId }, at) => write(userId, threadId, { messageContent: `Message ${at}` })),
    );
    expect(written.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { items } = (await open(fan.userId, threadId)).body;
    expect(items).toHaveLength(6);
    const ids = items.map(({ messageId }): string => messageId);
    expect(ids).toEqual([...ids].sort().reverse());
    expect((await inbox(fan.userId)).items).toMatchObject([{ unread: 3, latest: { messageId: ids[0] } }]);
  });
});

test("a message that loses every conditional write answers 409", async () => {
  const { artist, fan, threadId } = await asked();
  await write(artist.userId, threadId);
  const { table } = api.services;
  const send: typeof table.send = async (command) => {
    // Only transactions are not dynamodb-toolbox commands.
    if (command.constructor === Object) await write(artist.userId, threadId);
    return table.send(command);
  };
  const body = { messageContent: "Me first." };
  const lost = await api.call(writeMessage, { as: fan.userId, params: { threadId }, body }, { table: { send } });
  expect([lost.status, lost.failure.message]).toEqual([409, MESSAGES.threadMoved]);
});

describe("a thread", () => {
  test("is visible to its two parties only", async () => {
    const { threadId, message } = await asked();
    const stranger = await given.user();
    const replies = [
      await open(stranger.userId, threadId),
      await write(stranger.userId, threadId),
      await markRead(stranger.userId, threadId, message.messageId),
    ];
    expect(replies.map(({ failure }) => failure.code)).toEqual(Array(3).fill("thread_not_found"));
  });

  test("is read up to the message that its reader marked", async () => {
    const { artist, fan, threadId, message } = await asked();
    const { body: second } = await start(fan.userId, (await open(fan.userId, threadId)).body.thread.subject.id);
    expect((await markRead(artist.userId, threadId, message.messageId)).status).toBe(200);
    expect((await inbox(artist.userId)).items).toMatchObject([{ unread: 2 }]);
    await markRead(artist.userId, threadId, second.message.messageId);
    await markRead(artist.userId, threadId, second.message.messageId);
    expect((await inbox(artist.userId)).items).toMatchObject([{ unread: 0 }]);
    // The author gets no read receipt.
    expect(JSON.stringify((await open(fan.userId, threadId)).body)).not.toContain('read":true');
  });

  test("moves to the top of the inbox with each message, and a cursor continues where it was", async () => {
    const artist = await given.user();
    const fans = [await given.user(), await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const ids: string[] = [];
    for (const { userId } of fans) ids.push((await start(userId, artworkId)).body.threadId);
    const first = await inbox(artist.userId, { limit: 1 });
    expect([first.items[0]?.threadId, first.hasMore]).toEqual([ids[2], true]);
    await write(artist.userId, ids[2] ?? "");
    const second = await inbox(artist.userId, { limit: 1, cursor: first.cursor });
    expect(second.items[0]?.threadId).toBe(ids[1]);
    await write(fans[0]?.userId ?? "", ids[0] ?? "");
    expect((await inbox(artist.userId)).items.map(({ threadId }) => threadId)).toEqual([ids[0], ids[2], ids[1]]);
  });

  test("keeps its title, but hides the picture of deleted artwork", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    await start(fan.userId, artworkId);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    expect((await inbox(fan.userId)).items[0]?.subject).toMatchObject({ title: "Dunes at noon", picture: null });
  });
});

describe("the limits of messages", () => {
  test("allow three messages until the other party has answered", async () => {
    const { artist, fan, threadId } = await asked();
    for (let at = 1; at < LIMITS.message.unanswered; at++) expect((await write(fan.userId, threadId)).status).toBe(201);
    const refused = await write(fan.userId, threadId);
    expect([refused.status, refused.failure.message]).toEqual([409, MESSAGES.messageUnanswered]);
    await write(artist.userId, threadId);
    for (let at = 0; at < LIMITS.message.unanswered + 1; at++) {
      expect((await write(fan.userId, threadId)).status).toBe(201);
    }
  });

  test("allow fewer threads with one artist than with several, and fewer threads than messages", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    for (let at = 0; at < ACCOUNT_THROTTLES.threadWithOne.count; at++) {
      const { artworkId } = await given.artwork(artist.userId);
      expect((await start(fan.userId, artworkId)).status).toBe(201);
    }
    const another = await given.artwork(artist.userId);
    expect((await start(fan.userId, another.artworkId)).status).toBe(429);
    const other = await given.artwork((await given.user()).userId);
    expect((await start(fan.userId, other.artworkId)).status).toBe(201);
    expect(ACCOUNT_THROTTLES.thread.count).toBeLessThan(ACCOUNT_THROTTLES.message.count);
  });
});

test("a message's text and title are escaped in its email", async () => {
  const artist = await createAccounts(api).createSignedInAccount();
  const fan = await given.user();
  const { artworkId } = await given.artwork(artist.userId, { artworkTitle: "Dunes\u2028<i>at</i> noon" });
  const messageContent =
    "Look:\r\nAmount: $900\n\u202e<a href='https://elsewhere.test'>here</a>, or elsewhere.test/pay e.g. now";
  const { threadId } = (await start(fan.userId, artworkId, { messageContent })).body;
  await follow();
  await api.processEvents();
  const [mail] = mailsTo(artist.userEmail);
  expect(mail?.subject).not.toMatch(/[\r\n\u2028]/);
  expect(mail?.text.split("\n").filter((line) => /^Amount:/.test(line))).toEqual([]);
  expect(mail?.links.filter((link) => !link.startsWith(api.services.siteOrigin))).toEqual([]);
  expect(mail?.links[0]).toBe(`${api.services.siteOrigin}/messages/${threadId}`);
  expect(mail?.text).toContain("elsewhere. test/pay e.g. now");
  expect(mail?.text).not.toContain("elsewhere.test");
  expect(`${mail?.html}${mail?.text}`).not.toContain("\u202e");
});

describe("blocking", () => {
  test("stops both from writing, without revealing it to the blocked user", async () => {
    const { artist, fan, threadId, artworkId } = await asked();
    expect((await block(artist.userId, fan.userId)).status).toBe(204);
    const other = await given.artwork(artist.userId);
    const refused = [
      await write(fan.userId, threadId),
      await start(fan.userId, artworkId),
      await start(fan.userId, other.artworkId),
      await write(artist.userId, threadId),
    ];
    for (const { status, failure } of refused)
      expect([status, failure.message]).toEqual([409, MESSAGES.messageRefused]);
    expect((await open(fan.userId, threadId)).body.thread.blocked).toBe(false);
    expect((await open(artist.userId, threadId)).body.thread.blocked).toBe(true);
    const { items } = (await api.call(listBlocked, { as: artist.userId, params: artist })).body;
    expect(items).toMatchObject([{ id: fan.userId, name: fan.name }]);
    await block(artist.userId, fan.userId, unblockPerson);
    expect((await write(fan.userId, threadId)).status).toBe(201);
    expect((await api.call(listBlocked, { as: artist.userId, params: artist })).body.items).toEqual([]);
  });

  test("suppresses that user's notifications, except those of sales", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    await block(artist.userId, fan.userId);
    const processNotifications = createStreamProcessor(MarketplaceTable.getName(), [
      (event) => notify(event, api.services),
    ]);
    await api.call(writeComment, { as: fan.userId, params: { artworkId }, body: { commentContent: "Hello?" } });
    await given.order(artworkId, fan.userId);
    await processNotifications();
    expect((await listNotifications(artist.userId)).items.map(({ type }) => type)).toEqual(["order"]);
  });

  test("requires an existing user other than oneself", async () => {
    const { userId } = await given.user();
    expect((await block(userId, userId)).failure.message).toBe(MESSAGES.blockSelf);
    expect((await block(userId, api.services.newId())).failure.code).toBe("user_not_found");
  });
});

describe("a message that its recipient hasn't read", () => {
  test("gives one notification, even if the stream repeats it, until it is read", async () => {
    const { artist, fan, threadId } = await asked();
    await follow({ times: 3 });
    await write(fan.userId, threadId);
    await follow({ times: 2 });
    const { items, count } = await listNotifications(artist.userId);
    expect([items.length, count]).toEqual([1, 1]);
    expect(items[0]).toMatchObject({ type: "message", ref: threadId, link: `/messages/${threadId}`, read: false });
    const [latest] = (await open(artist.userId, threadId)).body.items;
    const marked = await markRead(artist.userId, threadId, latest?.messageId ?? "");
    expect(marked.body).toEqual({ count: 0 });
    expect(await listNotifications(artist.userId)).toMatchObject({ items: [{ read: true }], count: 0 });
    await write(fan.userId, threadId);
    await follow();
    expect(await listNotifications(artist.userId)).toMatchObject({
      items: [{ read: false }, { read: true }],
      count: 1,
    });
  });

  test("gives no notification if it was read before its stream event arrives", async () => {
    await follow();
    await api.processEvents();
    const { artist, threadId, message } = await asked();
    await markRead(artist.userId, threadId, message.messageId);
    await follow();
    expect((await listNotifications(artist.userId)).items).toEqual([]);
    expect(api.deferredMails).toEqual([]);
  });

  test("is mailed once per thread, with an excerpt and the author's full name and username", async () => {
    const people = createAccounts(api);
    const artist = await people.createSignedInAccount();
    const fan = await given.user({ fullName: "Ochre Support" });
    const { artworkId } = await given.artwork(artist.userId);
    const text = `<b>${"long ".repeat(100)}</b>`;
    const { threadId } = (await start(fan.userId, artworkId, { messageContent: text })).body;
    await start(fan.userId, artworkId);
    await follow({ times: 2 });
    await api.processEvents();
    const mails = mailsTo(artist.userEmail);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain(`Ochre Support (@${fan.name}) wrote to you about`);
    expect(mails[0]?.links[0]).toBe(`${api.services.siteOrigin}/messages/${threadId}`);
    expect(mails[0]?.text).toContain(`${text.slice(0, 190)}`);
    expect(mails[0]?.text).not.toContain(text);
    expect(mails[0]?.html).toContain("&lt;b&gt;long");
  });

  test("isn't mailed to a user who has read it, blocked its author or turned these emails off in the meantime", async () => {
    const people = createAccounts(api);
    const disableMails = (userId: string) => {
      const body = { userFavorites: true, userNotices: { messageMail: false } };
      return api.call(updatePreferences, { as: userId, params: { userId }, body });
    };
    const [reading, silent, tired, blocking, mailed] = [
      await people.createSignedInAccount(),
      await people.createSignedInAccount(),
      await people.createSignedInAccount(),
      await people.createSignedInAccount(),
      await people.createSignedInAccount(),
    ];
    await disableMails(silent.userId);
    const fan = await given.user();
    const asking = [];
    for (const { userId } of [reading, silent, tired, blocking, mailed]) {
      asking.push((await start(fan.userId, (await given.artwork(userId)).artworkId)).body);
    }
    await follow();
    await markRead(reading.userId, asking[0]?.threadId ?? "", asking[0]?.message.messageId ?? "");
    await disableMails(tired.userId);
    await block(blocking.userId, fan.userId);
    await api.processEvents();
    for (const { userEmail } of [reading, silent, tired, blocking]) {
      expect(mailsTo(userEmail)).toEqual([]);
    }
    expect(mailsTo(mailed.userEmail)).toHaveLength(1);
  });
});

test("a reply takes two reads", async () => {
  const { artist, threadId } = await asked();
  const { calls } = await meter(() => write(artist.userId, threadId));
  expect(calls.filter((call) => call === "GetItemCommand")).toHaveLength(2);
});

test("a message takes 16 write units without indexes, its notification 8, marking it read 4", async () => {
  const { artist, fan, threadId } = await asked();
  await write(artist.userId, threadId);
  await follow();
  const [latest] = (await open(artist.userId, threadId)).body.items;
  await markRead(artist.userId, threadId, latest?.messageId ?? "");
  const written = await meterWrites(() => write(fan.userId, threadId, { messageContent: "x".repeat(300) }));
  const notified = await meterWrites(() => follow());
  const { messageId } = written.result.body;
  const read = await meterWrites(() => markRead(artist.userId, threadId, messageId));
  expect([written, notified, read].map(({ writeUnits }) => writeUnits)).toEqual([16, 8, 4]);
});

describe("a refund of an order", () => {
  const ask = (as: string, orderId: string, messageKind = "refundAsked") =>
    start(as, orderId, { subject: "order", messageKind, messageContent: "The file doesn't open." });

  test("is requested in the order's thread, and shown there to both parties", async () => {
    const { seller, buyer, order } = await shop.createSale();
    const asked = await ask(buyer.userId, order.orderId);
    expect(asked.status).toBe(201);
    const { threadId } = asked.body;
    const seen = (await open(seller.userId, threadId)).body;
    expect(seen.thread).toMatchObject({ side: "artist", refund: "asked", refundable: false });
    expect(seen.items).toMatchObject([{ kind: "refundAsked", content: "The file doesn't open." }]);
    expect((await ask(buyer.userId, order.orderId)).failure.message).toBe(MESSAGES.refundNotPossible);
    const view = await api.call(readOrder, { as: buyer.userId, params: { orderId: order.orderId } });
    expect(view.body.thread).toEqual({ threadId, refund: "asked" });
    await shop.refund(order.orderId, seller.userId);
    for (const { userId } of [seller, buyer]) {
      expect((await open(userId, threadId)).body.thread).toMatchObject({ refund: "refunded", refundable: false });
    }
  });

  test.each(["seller", "buyer"] as const)(
    "can be requested and answered even if the %s blocked the other",
    async (by) => {
      const { seller, buyer, order } = await shop.createSale();
      const [one, other] = by === "seller" ? [seller, buyer] : [buyer, seller];
      await block(one.userId, other.userId);
      expect((await start(buyer.userId, order.orderId, { subject: "order" })).failure.code).toBe("message_refused");
      const { status, body } = await ask(buyer.userId, order.orderId);
      expect(status).toBe(201);
      await follow();
      expect((await listNotifications(seller.userId)).items.map(({ type }) => type)).toContain("message");
      const declined = { messageKind: "refundDeclined", messageContent: "It opens here." };
      expect((await write(seller.userId, body.threadId, declined)).status).toBe(201);
      await follow();
      expect((await listNotifications(buyer.userId)).items.map(({ type }) => type)).toContain("message");
      expect((await write(seller.userId, body.threadId)).failure.code).toBe("message_refused");
    },
  );

  test("is named by the notifications and mails of both steps", async () => {
    const { seller, buyer, order } = await shop.createSale();
    await follow();
    const { threadId } = (await ask(buyer.userId, order.orderId)).body;
    await follow();
    const latest = async (userId: string) => (await listNotifications(userId)).items[0];
    expect(await latest(seller.userId)).toMatchObject({ type: "message", messageKind: "refundAsked" });
    await api.processEvents();
    expect(api.mails().map(({ subject }) => subject)).toContainEqual(expect.stringContaining(" asks for a refund of "));
    const declined = { messageKind: "refundDeclined", messageContent: "It opens here." };
    await write(seller.userId, threadId, declined);
    await follow();
    expect(await latest(buyer.userId)).toMatchObject({ type: "message", messageKind: "refundDeclined" });
    await api.processEvents();
    expect(api.mails().map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining(" declined your refund request for "),
    );
  });

  test("is declined with a reason, once, by the seller alone", async () => {
    const { seller, buyer, order } = await shop.createSale();
    const declined = { messageKind: "refundDeclined", messageContent: "It opens here." };
    const { threadId } = (await ask(buyer.userId, order.orderId)).body;
    expect((await write(buyer.userId, threadId, declined)).failure.code).toBe("refund_not_asked");
    expect((await write(seller.userId, threadId, declined)).status).toBe(201);
    const { thread, items } = (await open(buyer.userId, threadId)).body;
    expect([thread.refund, thread.refundable, items[0]?.kind]).toEqual(["declined", false, "refundDeclined"]);
    expect((await write(seller.userId, threadId, declined)).failure.message).toBe(MESSAGES.refundNotAsked);
    expect((await ask(buyer.userId, order.orderId)).failure.code).toBe("refund_not_possible");
  });

  test("can be requested only by the buyer of a paid order, even with unanswered messages", async () => {
    const { seller, buyer, order } = await shop.createSale();
    expect((await ask(seller.userId, order.orderId)).failure.code).toBe("refund_not_possible");
    expect((await ask((await given.user()).userId, order.orderId)).failure.code).toBe("order_not_found");
    const free = await given.order((await given.artwork(seller.userId)).artworkId, buyer.userId);
    expect((await ask(buyer.userId, free.orderId)).failure.code).toBe("refund_not_possible");
    for (let at = 0; at < LIMITS.message.unanswered; at++) {
      await start(buyer.userId, order.orderId, { subject: "order" });
    }
    expect((await start(buyer.userId, order.orderId, { subject: "order" })).failure.code).toBe("message_unanswered");
    expect((await ask(buyer.userId, order.orderId)).status).toBe(201);
  });
});

describe("closing an account", () => {
  test("keeps its messages for the other party, without a name, until that account is closed too", async () => {
    const people = createAccounts(api);
    const [artist, fan] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const { artworkId } = await given.artwork(artist.userId);
    const { threadId } = (await start(fan.userId, artworkId)).body;
    await block(fan.userId, (await given.user()).userId);
    const close = async (account: typeof fan) => {
      await api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } });
      await api.processEvents();
    };
    await close(fan);
    const { thread, items } = (await open(artist.userId, threadId)).body;
    expect([thread.person.name, listTexts(items)]).toEqual([null, ["How large is it?"]]);
    expect((await write(artist.userId, threadId)).failure.code).toBe("message_refused");
    expect(await scanTable()).not.toContain(buildInboxPartition(fan.userId));
    await close(artist);
    expect(await scanTable()).not.toContain(`#${threadId}`);
  });
});
