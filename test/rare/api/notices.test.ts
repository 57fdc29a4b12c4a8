import { expect, test } from "vitest";
import { mailOrders } from "#lambdas/events/streams/mail-orders.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { writeComment } from "#shared/contract/community.ts";
import { addFavorite, removeFavorite } from "#shared/contract/favorites.ts";
import { followArtist, unfollowArtist } from "#shared/contract/follows.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { readSettings, unsubscribe, updatePreferences } from "#shared/contract/users.ts";
import type { NoticeSwitch } from "#shared/model/notifications.ts";
import { toSentenceParts } from "#shared/rules/notification-sentence.ts";
import { RECEIVED_MAILS } from "#shared/throttles.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { meter } from "#test/support/meter.ts";
import { startShop } from "#test/support/purchasing.ts";

const { api, given, shop } = await startShop();
const follow = createStreamProcessor(MarketplaceTable.getName(), [
  (event) => notify(event, api.services),
  (event) => mailOrders(event, api.services),
]);

const listNotices = async (userId: string) =>
  (await api.call(previousNotifications, { as: userId, params: { userId }, query: { limit: 50 } })).body.items;
const listSentences = async (userId: string) =>
  (await listNotices(userId)).map((notice) => Object.values(toSentenceParts(notice)).join(" ").trim());

const people = (count: number) => Promise.all(Array.from({ length: count }, () => given.user()));
const favor = (artworkId: string, as: string) => api.call(addFavorite, { as, params: { artworkId } });
const comment = (artworkId: string, as: string) =>
  api.call(writeComment, { as, params: { artworkId }, body: { commentContent: "What a light" } });
const choose = (userId: string, userNotices: Partial<Record<NoticeSwitch, boolean>>) =>
  api.call(updatePreferences, { as: userId, params: { userId }, body: { userFavorites: true, userNotices } });
const mailsTo = (address: string) => api.mails().filter(({ to }) => to === address);

test("favourites of a day are one notification per artwork, with a count and anonymous", async () => {
  const artist = await given.user();
  const [dunes, harbour] = [
    await given.artwork(artist.userId, { artworkTitle: "Dunes" }),
    await given.artwork(artist.userId, { artworkTitle: "Harbour" }),
  ];
  const fans = await people(6);
  for (const fan of fans) await favor(dunes.artworkId, fan.userId);
  await favor(harbour.artworkId, fans[0]?.userId ?? "");
  await favor(dunes.artworkId, artist.userId);
  // The stream delivers at least once.
  await follow({ times: 2 });
  expect((await listSentences(artist.userId)).sort()).toEqual([
    "1 person favorited Harbour",
    "6 people favorited Dunes",
  ]);
  const noticesText = JSON.stringify(await listNotices(artist.userId));
  for (const { userId, name } of fans)
    expect([noticesText.includes(userId), noticesText.includes(name)]).toEqual([false, false]);

  const [back] = fans;
  await api.call(removeFavorite, { as: back?.userId ?? "", params: { artworkId: dunes.artworkId } });
  await favor(dunes.artworkId, back?.userId ?? "");
  await follow();
  expect(await listSentences(artist.userId)).toContain("6 people favorited Dunes");
});

test("the first favourite of another day is a new notification", async () => {
  const artist = await given.user();
  const { artworkId } = await given.artwork(artist.userId, { artworkTitle: "Pier" });
  const [today, tomorrow] = await people(2);
  await favor(artworkId, today?.userId ?? "");
  await follow();
  api.travel(24 * 3600);
  await favor(artworkId, tomorrow?.userId ?? "");
  await follow();
  expect(await listSentences(artist.userId)).toEqual(["1 person favorited Pier", "1 person favorited Pier"]);
});

test("an artist is notified of new followers once a day, anonymously, and once of one who refollows", async () => {
  const artist = await given.user();
  const [first, second] = await people(2);
  const params = { username: artist.name };
  for (const fan of [first, second]) await api.call(followArtist, { as: fan?.userId, params, body: {} });
  await api.call(unfollowArtist, { as: first?.userId, params });
  await api.call(followArtist, { as: first?.userId, params, body: {} });
  await follow({ times: 2 });
  const [notice, ...others] = await listNotices(artist.userId);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ type: "follower", count: 2, title: "", link: `/user/${artist.name}`, read: false });
  expect(await listSentences(artist.userId)).toEqual(["2 people started following you"]);
});

test("an artist gets one mail a day about new followers, and only one about a follower who refollows daily", async () => {
  const artist = await given.user();
  await choose(artist.userId, { followerMail: true });
  const [fan, other] = await people(2);
  const params = { username: artist.name };
  const follows = (as = "") => api.call(followArtist, { as, params, body: {} });
  for (const day of [1, 2, 3]) {
    if (day > 1) await api.call(unfollowArtist, { as: fan?.userId ?? "", params });
    await follows(fan?.userId);
    await follow({ times: 2 });
    api.travel(24 * 3600);
  }
  expect(mailsTo(artist.email)).toHaveLength(1);
  await follows(other?.userId);
  await follow();
  expect(mailsTo(artist.email)).toHaveLength(2);
});

test("an artist gets a limited number of comment mails an hour, and one summary of the rest", async () => {
  const artist = await given.user();
  await choose(artist.userId, { commentMail: true });
  const { artworkId } = await given.artwork(artist.userId);
  for (const { userId } of await people(RECEIVED_MAILS.count + 3)) {
    await api.call(writeComment, { as: userId, params: { artworkId }, body: { commentContent: "Hello" } });
  }
  await follow({ times: 2 });
  expect(mailsTo(artist.email)).toHaveLength(RECEIVED_MAILS.count);
  api.travel(RECEIVED_MAILS.seconds);
  await api.processEvents();
  await api.processEvents();
  const mails = mailsTo(artist.email);
  expect(mails).toHaveLength(RECEIVED_MAILS.count + 1);
  expect(mails.filter(({ subject }) => subject === "You have more comments on Ochre")).toHaveLength(1);
});

test("a comment mail takes two more reads", async () => {
  const [quiet, mailed] = [await given.user(), await given.user()];
  await choose(mailed.userId, { commentMail: true });
  const reads: number[] = [];
  for (const { userId } of [quiet, mailed]) {
    await comment((await given.artwork(userId)).artworkId, (await given.user()).userId);
    reads.push((await meter(follow)).calls.filter((call) => call === "GetItemCommand").length);
  }
  expect(mailsTo(mailed.email)).toHaveLength(1);
  const [withoutMail = 0, withMail = 0] = reads;
  // Both read the artist.
  expect(withMail - withoutMail).toBe(2);
});

test("a sale's notification has the seller's earnings, unless it was free", async () => {
  const { seller, buyer, order } = await shop.createSale();
  const free = await given.artwork(seller.userId, { artworkType: "free" });
  await given.order(free.artworkId, buyer.userId);
  await follow();
  const earned = (await listNotices(seller.userId)).map(({ ref, earned }) => [ref === order.orderId, earned]);
  expect(earned).toEqual([
    [false, undefined],
    [true, 1700],
  ]);
});

test("notification switches turn off single kinds in the bell", async () => {
  const artist = await given.user();
  const { artworkId } = await given.artwork(artist.userId);
  const [fan] = await people(1);
  expect((await choose(artist.userId, { favoriteBell: false })).status).toBe(200);
  expect((await choose(artist.userId, { followerBell: false })).status).toBe(200);
  const { body } = await api.call(readSettings, { as: artist.userId, params: { userId: artist.userId } });
  expect(body.preferences.userNotices).toMatchObject({ favoriteBell: false, followerBell: false, commentBell: true });
  await favor(artworkId, fan?.userId ?? "");
  await comment(artworkId, fan?.userId ?? "");
  await follow();
  expect((await listNotices(artist.userId)).map(({ type }) => type)).toEqual(["comment"]);
});

test("changing a switch takes one more call", async () => {
  const { userId } = await given.user();
  await choose(userId, { saleMail: false });
  const body = { userFavorites: true };
  const none = await meter(() => api.call(updatePreferences, { as: userId, params: { userId }, body }));
  const one = await meter(() => choose(userId, { messageMail: false }));
  expect(one.calls.length).toBe(none.calls.length + 1);
  const { preferences } = (await api.call(readSettings, { as: userId, params: { userId } })).body;
  expect(preferences.userNotices).toMatchObject({ saleMail: false, messageMail: false, commentBell: true });
});

test("a request without switches changes none", async () => {
  const { userId } = await given.user();
  for (const switched of [{}, { saleMail: false }, {}]) expect((await choose(userId, switched)).status).toBe(200);
  const { preferences } = (await api.call(readSettings, { as: userId, params: { userId } })).body;
  expect(preferences.userNotices).toMatchObject({ saleMail: false, messageMail: true });
});

test("concurrent changes of switches are all stored", async () => {
  const { userId } = await given.user();
  const names = ["saleMail", "messageMail", "commentBell", "favoriteBell"] as const;
  await Promise.all(names.map((name) => choose(userId, { [name]: false })));
  const { body } = await api.call(readSettings, { as: userId, params: { userId } });
  expect(names.map((name) => body.preferences.userNotices[name])).toEqual([false, false, false, false]);
});

test("an invalid switch is refused at its name", async () => {
  const { userId } = await given.user();
  const body = { userFavorites: true, userNotices: { favoriteBell: "no" } };
  const refused = await api.call(updatePreferences, { as: userId, params: { userId }, body });
  expect([refused.status, Object.keys(refused.failure.fields ?? {})]).toEqual([400, ["favoriteBell"]]);
});

test("comment mails are sent once per comment if enabled, and stopped by one-click unsubscribe", async () => {
  const artist = await given.user();
  const { artworkId } = await given.artwork(artist.userId, { artworkTitle: "Reeds" });
  const fan = await given.user({ fullName: "Fay Fan" });
  const exchangeComments = async () => {
    await comment(artworkId, fan.userId);
    await comment(artworkId, artist.userId);
    await follow({ times: 2 });
  };
  await exchangeComments();
  expect(mailsTo(artist.email)).toEqual([]);
  await choose(artist.userId, { commentMail: true });
  await exchangeComments();
  const [mail, ...others] = mailsTo(artist.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`Fay Fan (@${fan.name}) commented on “Reeds”`);
  expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const [, path = ""] =
    /^<http:\/\/localhost:3000\/api\/unsubscribe\/(.+)>$/.exec(mail?.headers["List-Unsubscribe"] ?? "") ?? [];
  const [userId = "", notice = "", unsubscribeKey = ""] = path.split("/");
  expect([userId, notice]).toEqual([artist.userId, "commentMail"]);
  expect(mail?.text).toContain(`/unsubscribe/${path}`);

  const oneClick = {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  };
  for (const wrong of [
    { userId: fan.userId, notice, unsubscribeKey },
    { userId, notice, unsubscribeKey: `${unsubscribeKey.slice(0, -1)}é` },
    { userId, notice, unsubscribeKey: "" },
    { userId, notice: "saleMail", unsubscribeKey },
    { userId, notice: "commentBell", unsubscribeKey },
  ]) {
    expect((await api.call(unsubscribe, { params: wrong, ...oneClick })).status).toBe(410);
  }
  await exchangeComments();
  expect(mailsTo(artist.email)).toHaveLength(2);
  const params = { userId, notice, unsubscribeKey };
  expect((await api.call(unsubscribe, { params, ...oneClick })).status).toBe(200);
  expect((await api.call(unsubscribe, { params })).status).toBe(200);
  await exchangeComments();
  expect(mailsTo(artist.email)).toHaveLength(2);
  expect((await listNotices(artist.userId)).filter(({ type }) => type === "comment")).toHaveLength(4);
});

test("a seller with sale mails off still gets the mail about a refund", async () => {
  const { seller, order } = await shop.createSale();
  await choose(seller.userId, { saleMail: false });
  await shop.deliver();
  await follow();
  expect(mailsTo(seller.email)).toEqual([]);
  await shop.refund(order.orderId, seller.userId);
  await shop.deliver();
  await follow();
  expect(mailsTo(seller.email)).toHaveLength(1);
});
