import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { beforeAll, describe, expect, test } from "vitest";
import { AnnouncementEntity, buildAnnouncementPlace } from "#lambdas/areas/announcements/announcement.entity.ts";
import { openDelivery } from "#lambdas/areas/announcements/deliver-announcement.ts";
import { findAnnouncement, listDue } from "#lambdas/areas/announcements/find-announcements.ts";
import { changeAnnouncement } from "#lambdas/areas/announcements/write-announcement.ts";
import { closeAccount } from "#lambdas/areas/auth/close-account.ts";
import { readCommunity } from "#lambdas/areas/personal-data/community.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { publishDueAnnouncements } from "#lambdas/events/announcements/publish-announcements.ts";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import {
  createAnnouncement,
  deleteAnnouncement,
  followArtist,
  listAnnouncements,
  readAnnouncement,
  updateAnnouncement,
  updateFollow,
} from "#shared/contract/follows.ts";
import { blockPerson } from "#shared/contract/messages.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { createDiscountCode, endDiscountCode } from "#shared/contract/orders.ts";
import { updatePreferences } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { UserId } from "#shared/model/ids.ts";
import { findFreeTime } from "#shared/rules/announcement-times.ts";
import { createGiven, pricedArtwork } from "#test/support/given.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

interface Someone {
  readonly userId: string;
  readonly name: string;
}

const text = { announcementTitle: "A new series", announcementText: "Dunes, from noon to dusk." };
const at = (seconds: number) => new Date(api.services.now().getTime() + seconds * 1000).toISOString();
const named = ({ name }: Someone) => ({ params: { username: name } });
const write = ({ userId }: Someone, form: object = {}, headers = {}) =>
  api.call(createAnnouncement, { as: userId, body: { ...text, ...form } as never, headers });
const change = ({ userId }: Someone, announcementId: string, body: object) =>
  api.call(updateAnnouncement, { as: userId, params: { announcementId }, body: body as never });
const remove = ({ userId }: Someone, announcementId: string) =>
  api.call(deleteAnnouncement, { as: userId, params: { announcementId } });
const read = (announcementId: string, token?: string) =>
  api.call(readAnnouncement, { params: { announcementId }, ...(token ? { token } : {}) });
const list = async (artist: Someone, { token, ...query }: { token?: string; limit?: number; cursor?: string } = {}) =>
  (await api.call(listAnnouncements, { ...named(artist), query, ...(token ? { token } : {}) })).body;
const titles = async (artist: Someone, token?: string) =>
  (await list(artist, token ? { token } : {})).items.map(({ announcementTitle }) => announcementTitle);
const publishDue = (services: Api["services"] = api.services) =>
  actAs("publish-announcements", () => publishDueAnnouncements(services));

/** The ids of the scheduled announcements whose time has come. */
async function findDue() {
  const found: string[] = [];
  for await (const { announcementId } of listDue(api.services.table, api.services.now())) found.push(announcementId);
  return found;
}

const suspension = {
  suspensionId: crypto.randomUUID(),
  at: new Date().toISOString(),
  reason: "Copies.",
  rule: "Copyright law",
};
const RESTRICTIONS = {
  blocked: { begin: { blockedAt: new Date().toISOString() }, end: { blockedAt: $remove() } },
  suspended: { begin: { suspension: $set(suspension) }, end: { suspension: $remove() } },
} as const;
const restrict = ({ userId }: Someone, restriction: object) =>
  api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, ...restriction }));

async function listNotifications({ userId }: { readonly userId: string }) {
  const params = { userId: UserId.parse(userId) };
  const { body } = await api.call(previousNotifications, { as: userId, params, query: { limit: 50 } });
  return body.items.filter(({ type }) => type === "announcement");
}

/** An artist with a follower. */
async function createFollowed() {
  const [artist, fan] = [await given.member(), await given.user()];
  await api.call(followArtist, { as: fan.userId, ...named(artist) });
  return { artist, fan };
}

const wantMail = ({ userId }: { readonly userId: string }, announcementMail = true) =>
  api.call(updatePreferences, {
    as: userId,
    params: { userId: UserId.parse(userId) },
    body: { userFavorites: true, userNotices: { announcementMail } },
  });

const mailsTo = (address: string) => api.mails().filter(({ to }) => to.includes(address));

describe("writing", () => {
  test("answers with the announcement, which everybody can read and which stands on the artist's page", async () => {
    const artist = await given.member();
    const { artworkId } = await given.artwork(artist.userId);
    const { status, body } = await write(artist, { artworkIds: [artworkId] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...text, status: "published", edited: false, discount: null });
    expect(body.artist.name).toBe(artist.name);
    expect(body.artworks.map((card) => card.artworkId)).toEqual([artworkId]);
    expect((await read(body.announcementId)).body).toEqual(body);
    expect((await list(artist)).items).toEqual([body]);
  });

  test("is bounded and refuses what isn't the artist's own, visible or valid", async () => {
    const [artist, other] = [await given.member(), await given.user()];
    const own = await given.artwork(artist.userId);
    const hidden = await given.artwork(artist.userId, { artworkVisibility: "invisible" });
    const foreign = await given.artwork(other.userId);
    const { title, text: max, artworks, daysAhead } = LIMITS.announcement;
    for (const [form, fields] of [
      [{ announcementTitle: "" }, { announcementTitle: MESSAGES.required }],
      [{ announcementTitle: "\u200B" }, { announcementTitle: MESSAGES.required }],
      [{ announcementText: "\u202E\u2060\n\u200B" }, { announcementText: MESSAGES.required }],
      [{ announcementTitle: "a".repeat(title + 1) }, { announcementTitle: formatTooLong(title) }],
      [{ announcementText: "a".repeat(max + 1) }, { announcementText: formatTooLong(max) }],
      [{ artworkIds: Array(artworks + 1).fill(own.artworkId) }, { artworkIds: MESSAGES.tooManyAnnounced }],
      [{ artworkIds: [hidden.artworkId] }, { artworkIds: MESSAGES.notOwnVisible }],
      [{ artworkIds: [foreign.artworkId] }, { artworkIds: MESSAGES.notOwnVisible }],
      [{ discountId: api.services.newId() }, { discountId: MESSAGES.discountNotOwn }],
      [{ publishAt: "tomorrow" }, { publishAt: MESSAGES.invalidDate }],
      [{ publishAt: at(-1) }, { publishAt: MESSAGES.announcementInPast }],
      [{ publishAt: at(daysAhead * DAY + HOUR) }, { publishAt: MESSAGES.announcementTooFar }],
    ] as const) {
      const refused = await write(artist, form);
      expect([refused.status, refused.failure.fields]).toEqual([400, fields]);
    }
    expect(await titles(artist, artist.token)).toEqual([]);
    const { status } = await write(artist, {
      announcementTitle: "a".repeat(title),
      announcementText: "😀".repeat(max),
      publishAt: at(daysAhead * DAY - HOUR),
    });
    expect(status).toBe(201);
  });

  test("shows a usable code of the artist's to everybody, and an ended one to the artist alone", async () => {
    const [seller, other] = [await given.seller(), await given.seller()];
    await given.artwork(seller.userId, pricedArtwork);
    const create = async ({ userId }: Someone, discountCode: string) => {
      const body = { discountCode, discountPercent: 20 };
      return (await api.call(createDiscountCode, { as: userId, params: { userId: UserId.parse(userId) }, body })).body;
    };
    const [own, foreign] = [await create(seller, "DUNES20"), await create(other, "OTHER20")];
    const refused = await write(seller, { discountId: foreign.discountId });
    expect(refused.failure.fields).toEqual({ discountId: MESSAGES.discountNotOwn });
    const { body } = await write(seller, { discountId: own.discountId });
    expect(body.discount).toMatchObject({ discountCode: "DUNES20", discountPercent: 20, state: "active" });
    const params = { userId: UserId.parse(seller.userId), discountId: own.discountId };
    await api.call(endDiscountCode, { as: seller.userId, params });
    expect((await read(body.announcementId)).body.discount).toBeNull();
    const ended = await write(seller, { announcementTitle: "Again", discountId: own.discountId });
    expect(ended.failure.fields).toEqual({ discountId: MESSAGES.discountNotOwn });
  });

  test("is possible twice in seven days, scheduled ones included, and says when the next can go out", async () => {
    const artist = await given.member();
    await write(artist, { announcementTitle: "One" });
    const scheduled = await write(artist, { announcementTitle: "Two", publishAt: at(3 * DAY) });
    expect(scheduled.body.status).toBe("scheduled");
    for (const form of [{}, { publishAt: at(DAY) }, { publishAt: at(6 * DAY) }]) {
      const refused = await write(artist, { announcementTitle: "Three", ...form });
      expect([refused.status, refused.failure.code]).toEqual([409, "too_many_announcements"]);
      expect(refused.failure.fields?.publishAt).toContain(`${MESSAGES.tooManyAnnouncements}. The next one can go out`);
    }
    expect((await write(artist, { announcementTitle: "Three", publishAt: at(7 * DAY + 60) })).status).toBe(201);
    expect((await write(artist, { announcementTitle: "Four", publishAt: at(8 * DAY) })).status).toBe(409);
  });

  test("counts by any seven days", () => {
    expect(findFreeTime([], 100)).toBe(100);
    expect(findFreeTime([0, DAY], 2 * DAY)).toBe(7 * DAY);
    expect(findFreeTime([0, DAY], 7 * DAY)).toBe(7 * DAY);
    expect(findFreeTime([5 * DAY, 6 * DAY], 0)).toBe(12 * DAY);
    expect(findFreeTime([0, 8 * DAY, 9 * DAY], DAY)).toBe(DAY);
    expect(findFreeTime([0, 8 * DAY, 9 * DAY], 3 * DAY)).toBe(15 * DAY);
  });

  test("twenty at once leaves two", async () => {
    const artist = await given.member();
    const written = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => write(artist, { announcementTitle: `Announcement ${nth}` })),
    );
    const statuses = written.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(LIMITS.announcement.perWeek);
    for (const { failure } of written.filter(({ status }) => status !== 201))
      expect(
        failure.message.startsWith(MESSAGES.tooManyAnnouncements) || failure.message === MESSAGES.announcementMoved,
      ).toBe(true);
    expect(await titles(artist)).toHaveLength(LIMITS.announcement.perWeek);
  });

  test("twice by one press makes one, with and without a key, also at once", async () => {
    const artist = await given.member();
    const pressed = await Promise.all([write(artist), write(artist), write(artist)]);
    const ids = new Set(pressed.map(({ body }) => body.announcementId));
    expect([pressed.map(({ status }) => status), ids.size]).toEqual([[201, 201, 201], 1]);
    const key = { "idempotency-key": "pressed once" };
    const form = { announcementTitle: "Another" };
    const repeated = await Promise.all(Array.from({ length: 8 }, () => write(artist, form, key)));
    expect(new Set(repeated.map(({ body }) => body.announcementId)).size).toBe(1);
    expect(repeated.map(({ status }) => status)).toEqual(Array(8).fill(201));
    // The week is full, but these were written before.
    expect((await write(artist, form, key)).status).toBe(201);
    expect(await titles(artist)).toEqual(["Another", "A new series"]);
  });

  test("the same again after deleting it makes a new one", async () => {
    const artist = await given.member();
    const first = await write(artist, { publishAt: at(HOUR) });
    await remove(artist, first.body.announcementId);
    const again = await write(artist, { publishAt: first.body.publishAt });
    expect(again.status).toBe(201);
    expect(again.body.announcementId).not.toBe(first.body.announcementId);
  });

  test("needs an open account", async () => {
    const artist = await given.member();
    const blocked = { userId: artist.userId, blockedAt: new Date().toISOString() };
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item(blocked));
    expect((await write(artist)).status).toBeGreaterThanOrEqual(401);
  });
});

describe("a scheduled announcement", () => {
  test("is seen by its artist alone, first in the list, until its time has come", async () => {
    const { artist, fan } = await createFollowed();
    await write(artist, { announcementTitle: "Now" });
    const { body } = await write(artist, { announcementTitle: "Later", publishAt: at(DAY) });
    const { announcementId } = body;
    await publishDue();
    await api.processEvents();
    expect((await read(announcementId)).status).toBe(404);
    expect((await read(announcementId, artist.token)).body).toEqual(body);
    expect(await titles(artist)).toEqual(["Now"]);
    expect(await titles(artist, artist.token)).toEqual(["Later", "Now"]);
    expect(await listNotifications(fan)).toHaveLength(1);

    api.travel(DAY + 1);
    await publishDue();
    await publishDue();
    await api.processEvents({ times: 2 });
    expect((await read(announcementId)).body.status).toBe("published");
    expect(await titles(artist)).toEqual(["Later", "Now"]);
    expect(await listNotifications(fan)).toHaveLength(2);
  });

  test("can be moved, published now, and cancelled, which frees its place in the week", async () => {
    const artist = await given.member();
    const { announcementId } = (await write(artist, { publishAt: at(DAY) })).body;
    const moved = await change(artist, announcementId, { publishAt: at(2 * DAY) });
    expect(moved.body).toMatchObject({ status: "scheduled", edited: false });
    expect((await change(artist, announcementId, { publishAt: at(-DAY) })).failure.fields).toEqual({
      publishAt: MESSAGES.announcementInPast,
    });
    api.travel(DAY + HOUR);
    await publishDue();
    expect((await read(announcementId)).status).toBe(404);
    expect((await change(artist, announcementId, { publishAt: null })).body.status).toBe("published");
    expect((await change(artist, announcementId, { publishAt: at(DAY) })).failure.fields).toEqual({
      publishAt: MESSAGES.announcementPublished,
    });

    const second = await write(artist, { announcementTitle: "Second", publishAt: at(DAY) });
    expect((await write(artist, { announcementTitle: "Third", publishAt: at(2 * DAY) })).status).toBe(409);
    expect((await remove(artist, second.body.announcementId)).status).toBe(204);
    expect((await write(artist, { announcementTitle: "Third", publishAt: at(2 * DAY) })).status).toBe(201);
    // Its place was taken meanwhile.
    expect((await change(artist, second.body.announcementId, { deleted: false })).status).toBe(409);
    api.travel(2 * DAY + HOUR);
    await publishDue();
    expect(await titles(artist)).toEqual(["Third", "A new series"]);
  });

  test("that is restored after its time goes out at once, and counts from then on", async () => {
    const { artist } = await createFollowed();
    const { announcementId, publishAt } = (await write(artist, { publishAt: at(HOUR) })).body;
    await remove(artist, announcementId);
    api.travel(2 * HOUR);
    const { body } = await change(artist, announcementId, { deleted: false });
    expect(body.status).toBe("published");
    expect(Date.parse(body.publishAt)).toBeGreaterThan(Date.parse(publishAt));
  });

  test.each(Object.entries(RESTRICTIONS))(
    "of an account that is %s waits until it is open again",
    async (_, restriction) => {
      const { artist, fan } = await createFollowed();
      await write(artist, { publishAt: at(HOUR) });
      await restrict(artist, restriction.begin);
      api.travel(2 * HOUR);
      await publishDue();
      await api.processEvents();
      expect(await listNotifications(fan)).toEqual([]);
      await restrict(artist, restriction.end);
      await publishDue();
      await api.processEvents();
      expect(await listNotifications(fan)).toHaveLength(1);
    },
  );

  test("of an account that wasn't open for a day isn't sent until its artist chooses another time", async () => {
    const { artist, fan } = await createFollowed();
    const { token } = artist;
    const { announcementId, publishAt } = (await write(artist, { publishAt: at(HOUR) })).body;
    await restrict(artist, RESTRICTIONS.blocked.begin);
    api.travel(DAY + HOUR + 1);
    await publishDue();
    await restrict(artist, RESTRICTIONS.blocked.end);
    await publishDue();
    expect((await read(announcementId, token)).body).toMatchObject({ status: "missed", publishAt });
    expect([await titles(artist), await titles(artist, token)]).toEqual([[], [text.announcementTitle]]);
    expect(await findDue()).toEqual([]);

    // Neither an edit nor an undone deletion sends it.
    await change(artist, announcementId, { announcementTitle: "Another title" });
    await remove(artist, announcementId);
    expect((await change(artist, announcementId, { deleted: false })).body.status).toBe("missed");
    await publishDue();
    api.travel(8 * DAY);
    expect(await titles(artist, token)).toEqual(["Another title"]);
    await api.processEvents();
    expect(await listNotifications(fan)).toEqual([]);

    expect((await change(artist, announcementId, { publishAt: at(HOUR) })).body.status).toBe("scheduled");
    api.travel(2 * HOUR);
    await publishDue();
    await api.processEvents();
    expect((await listNotifications(fan)).map(({ title }) => title)).toEqual(["Another title"]);
  });

  test("goes out although one before it waits, and another fails", async () => {
    const [restricted, unlucky, { artist, fan }] = [await given.member(), await given.member(), await createFollowed()];
    await write(restricted, { publishAt: at(HOUR) });
    const failing = (await write(unlucky, { publishAt: at(HOUR) })).body.announcementId;
    await write(artist, { publishAt: at(HOUR + 60) });
    await restrict(restricted, RESTRICTIONS.suspended.begin);
    api.travel(2 * HOUR);
    const { table } = api.services;
    const send: typeof table.send = (command) =>
      JSON.stringify("params" in command ? (command as { params(): unknown }).params() : {}).includes(failing)
        ? Promise.reject(new Error("Throttled"))
        : table.send(command);
    await expect(publishDue({ ...api.services, table: { send } })).rejects.toThrow("1 of 3");
    await api.processEvents();
    expect(await listNotifications(fan)).toHaveLength(1);
  });

  test("changed twice at once keeps both changes", async () => {
    const artist = await given.member();
    const { announcementId } = (await write(artist, { publishAt: at(DAY) })).body;
    const publishAt = at(3 * DAY);
    const { table } = api.services;
    let isFirst = true;
    const send = (async (command) => {
      const answer = await table.send(command);
      if (isFirst) {
        isFirst = false;
        expect((await change(artist, announcementId, { announcementText: "Later.", publishAt })).status).toBe(200);
      }
      return answer;
    }) as typeof table.send;
    const changed = await changeAnnouncement(
      { ...api.services, table: { ...table, send } },
      { announcementId, artistId: artist.userId },
      { announcementTitle: "Another" },
    );
    expect(changed).toMatchObject({ title: "Another", text: "Later.", publishAt });
    expect((await read(announcementId, artist.token)).body).toMatchObject({
      announcementTitle: "Another",
      announcementText: "Later.",
      publishAt,
    });
  });

  test("sent now by several calls at its very time notifies and mails once", async () => {
    const { artist, fan } = await createFollowed();
    await wantMail(fan);
    const { announcementId } = (await write(artist, { publishAt: at(HOUR) })).body;
    api.travel(HOUR + 1);
    const key = { "idempotency-key": "now" };
    const call = { as: artist.userId, params: { announcementId }, body: { publishAt: null } };
    const sent = await Promise.all([
      ...Array.from({ length: 4 }, () => api.call(updateAnnouncement, call)),
      ...Array.from({ length: 4 }, () => api.call(updateAnnouncement, { ...call, headers: key })),
      publishDue(),
      publishDue(),
    ]);
    expect(sent.flatMap((answer) => (answer ? [answer.status] : []))).toEqual(Array(8).fill(200));
    await api.processEvents({ times: 3 });
    expect(await listNotifications(fan)).toHaveLength(1);
    expect(mailsTo(fan.email)).toHaveLength(1);
  });

  test("with several pages stays in order", async () => {
    const artist = await given.member();
    for (const nth of [1, 2, 3, 4, 5]) {
      await write(artist, { announcementTitle: `Past ${nth}` });
      api.travel(4 * DAY);
    }
    await write(artist, { announcementTitle: "Later", publishAt: at(20 * DAY) });
    await write(artist, { announcementTitle: "Next", publishAt: at(10 * DAY) });
    const found: string[] = [];
    for (let cursor: string | undefined, hasMore = true; hasMore; ) {
      const token = artist.token;
      const page = await list(artist, { token, limit: 3, ...(cursor ? { cursor } : {}) });
      found.push(...page.items.map(({ announcementTitle }) => announcementTitle));
      cursor = page.cursor ?? undefined;
      hasMore = page.hasMore;
    }
    expect(found).toEqual(["Next", "Later", "Past 5", "Past 4", "Past 3", "Past 2", "Past 1"]);
  });
});

describe("delivery", () => {
  test("notifies followers once with title, picture and link, and nobody who switched it off, blocked or is blocked", async () => {
    const artist = await given.member();
    const { artworkId } = await given.artwork(artist.userId);
    const [fan, silent, blocking, blocked, off] = [
      await given.user(),
      await given.user(),
      await given.user(),
      await given.user(),
      await given.user(),
    ];
    for (const { userId } of [fan, silent, blocking, blocked, off])
      await api.call(followArtist, { as: userId, ...named(artist) });
    await api.processEvents();
    await api.call(updateFollow, { as: silent.userId, ...named(artist), body: { followNotify: false } });
    const block = (userId: string, personId: string) =>
      api.call(blockPerson, {
        as: userId,
        params: { userId: UserId.parse(userId), personId: UserId.parse(personId) },
      });
    await block(blocking.userId, artist.userId);
    await block(artist.userId, blocked.userId);
    await api.call(updatePreferences, {
      as: off.userId,
      params: { userId: UserId.parse(off.userId) },
      body: { userFavorites: true, userNotices: { announcementBell: false } },
    });

    const { announcementId } = (await write(artist, { artworkIds: [artworkId] })).body;
    await api.processEvents({ times: 2 });
    const [notification, ...others] = await listNotifications(fan);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      type: "announcement",
      title: text.announcementTitle,
      link: `/announcement/${announcementId}`,
      ref: announcementId,
    });
    expect(notification?.picture?.previews.length).toBeGreaterThan(0);
    expect(notification?.actor.name).toBe(artist.name);
    for (const nobody of [silent, blocking, blocked, off, artist]) expect(await listNotifications(nobody)).toEqual([]);
  });

  test("mails who wants it once, with the text's links as text, and not who doesn't", async () => {
    const { artist, fan } = await createFollowed();
    const other = await given.user();
    await api.call(followArtist, { as: other.userId, ...named(artist) });
    await wantMail(fan);
    const { artworkId } = await given.artwork(artist.userId, { artworkTitle: "Dunes at dusk" });
    const announcementText = "The whole series is at https://elsewhere.example/shop.\n\nSee you there.";
    const { announcementId } = (await write(artist, { announcementText, artworkIds: [artworkId] })).body;
    await api.processEvents({ times: 2 });
    const [mail, ...others] = mailsTo(fan.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("A new series");
    expect(mail?.text).toContain("See you there.");
    expect(mail?.text).toContain("Dunes at dusk");
    expect(mail?.text).not.toContain("elsewhere.example");
    expect(mail?.links[0]).toMatch(new RegExp(`/announcement/${announcementId}$`));
    expect(mail?.links.some((link) => link.includes("elsewhere"))).toBe(false);
    expect(mailsTo(other.email)).toEqual([]);
  });

  test("mails nobody who switched that off after it was delivered", async () => {
    const { artist, fan } = await createFollowed();
    await wantMail(fan);
    await api.processEvents();
    const { announcementId } = (await write(artist)).body;
    await (await openDelivery(announcementId, api.services))?.notify(fan.userId);
    expect(api.deferredMails).toEqual([{ announced: expect.objectContaining({ announcementId, userId: fan.userId }) }]);
    await wantMail(fan, false);
    await api.processEvents({ times: 2 });
    expect(await listNotifications(fan)).toHaveLength(1);
    expect(mailsTo(fan.email)).toEqual([]);
  });

  test("leaves out what was hidden or deleted meanwhile, and stops with the announcement", async () => {
    const { artist, fan } = await createFollowed();
    await wantMail(fan);
    const [shown, hidden, deleted] = [
      await given.artwork(artist.userId, { artworkTitle: "Shown" }),
      await given.artwork(artist.userId, { artworkTitle: "Hidden" }),
      await given.artwork(artist.userId, { artworkTitle: "Deleted" }),
    ];
    await api.processEvents();
    const artworkIds = [deleted.artworkId, hidden.artworkId, shown.artworkId];
    const { announcementId } = (await write(artist, { artworkIds, publishAt: at(HOUR) })).body;
    await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId: hidden.artworkId },
      body: { artworkVisibility: "invisible" },
    });
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: deleted.artworkId } });
    api.travel(2 * HOUR);
    await publishDue();
    await api.processEvents();
    const { artworks } = (await read(announcementId)).body;
    expect(artworks.map(({ artworkTitle }) => artworkTitle)).toEqual(["Shown"]);
    expect((await listNotifications(fan))[0]?.picture).toBeTruthy();
    const mail = mailsTo(fan.email)[0]?.text ?? "";
    expect([mail.includes("Shown"), mail.includes("Hidden"), mail.includes("Deleted")]).toEqual([true, false, false]);

    const second = await write(artist, { announcementTitle: "Gone" });
    await remove(artist, second.body.announcementId);
    await api.processEvents();
    expect(await listNotifications(fan)).toHaveLength(1);
    expect(mailsTo(fan.email)).toHaveLength(1);
  });

  test("no longer shows a work that is hidden after it went out", async () => {
    const { artist, fan } = await createFollowed();
    const { artworkId } = await given.artwork(artist.userId);
    const { announcementId } = (await write(artist, { artworkIds: [artworkId] })).body;
    await api.processEvents({ times: 2 });
    expect((await listNotifications(fan))[0]?.picture).toBeTruthy();
    const params = { artworkId };
    await api.call(updateArtwork, { as: artist.userId, params, body: { artworkVisibility: "invisible" } });
    await api.processEvents();
    expect((await listNotifications(fan))[0]).not.toHaveProperty("picture");
    expect((await read(announcementId)).body.artworks).toEqual([]);
    expect((await read(announcementId, artist.token)).body.artworks).toEqual([]);
  });

  test("stops while the artist is blocked and then continues", async () => {
    const { artist, fan } = await createFollowed();
    await write(artist);
    await restrict(artist, RESTRICTIONS.blocked.begin);
    await api.processEvents({ times: 2 });
    expect(await listNotifications(fan)).toEqual([]);
    await restrict(artist, RESTRICTIONS.blocked.end);
    await api.processEvents({ times: 2 });
    expect(await listNotifications(fan)).toHaveLength(1);
  });

  test("doesn't continue a day later", async () => {
    const { artist, fan } = await createFollowed();
    await write(artist);
    await restrict(artist, RESTRICTIONS.blocked.begin);
    await api.processEvents({ times: 2 });
    api.travel(DAY + 1);
    await restrict(artist, RESTRICTIONS.blocked.end);
    await api.processEvents({ times: 2 });
    expect(await listNotifications(fan)).toEqual([]);
  });

  test("of many announcements mails a few an hour and then a summary", async () => {
    const fan = await given.user();
    await wantMail(fan);
    for (const nth of [1, 2, 3, 4, 5]) {
      const artist = await given.member();
      await api.call(followArtist, { as: fan.userId, ...named(artist) });
      await write(artist, { announcementTitle: `Announcement ${nth}` });
    }
    api.startWindow(HOUR);
    await api.processEvents();
    expect(mailsTo(fan.email)).toHaveLength(3);
    api.travel(HOUR);
    await api.processEvents();
    expect(mailsTo(fan.email).map(({ subject }) => subject)).toContain("You have more announcements on Ochre");
    expect(mailsTo(fan.email)).toHaveLength(4);
  });
});

describe("an announcement", () => {
  test("is marked as edited once it was changed after going out, and followers aren't told again", async () => {
    const { artist, fan } = await createFollowed();
    const { announcementId } = (await write(artist)).body;
    await api.processEvents();
    expect((await change(artist, announcementId, { announcementTitle: text.announcementTitle })).body.edited).toBe(
      false,
    );
    const { body } = await change(artist, announcementId, { announcementTitle: "The new series" });
    expect(body).toMatchObject({ announcementTitle: "The new series", edited: true });
    await api.processEvents();
    expect((await listNotifications(fan)).map(({ title }) => title)).toEqual(["The new series"]);
    const stranger = await given.member();
    const foreign = await given.artwork(stranger.userId);
    expect((await change(artist, announcementId, { artworkIds: [foreign.artworkId] })).failure.fields).toEqual({
      artworkIds: MESSAGES.notOwnVisible,
    });
    expect((await change(stranger, announcementId, { publishAt: null })).status).toBe(404);
    expect((await change(stranger, announcementId, { announcementTitle: "Mine" })).status).toBe(404);
    expect((await remove(stranger, announcementId)).status).toBe(404);
  });

  test("once deleted is gone for everybody, also from the notification, and can be put back for a day", async () => {
    const { artist, fan } = await createFollowed();
    const { announcementId } = (await write(artist)).body;
    await api.processEvents();
    expect((await remove(artist, announcementId)).status).toBe(204);
    expect((await remove(artist, announcementId)).status).toBe(204);
    expect((await read(announcementId, artist.token)).status).toBe(404);
    expect(await titles(artist, artist.token)).toEqual([]);
    expect((await listNotifications(fan))[0]).toMatchObject({
      deleted: "announcement",
      title: MESSAGES.goneAnnouncement,
    });
    expect((await change(artist, announcementId, { announcementTitle: "No" })).status).toBe(404);

    expect((await change(artist, announcementId, { deleted: false })).body.status).toBe("published");
    await api.processEvents();
    expect(await titles(artist)).toEqual([text.announcementTitle]);
    expect(await listNotifications(fan)).toHaveLength(1);
    await remove(artist, announcementId);
    api.travel(LIFETIMES.deletedAnnouncement + 1);
    expect((await change(artist, announcementId, { deleted: false })).status).toBe(404);
  });

  test("among hundreds is listed in order, exported and deleted with the account", async () => {
    const artist = await given.member();
    const { table } = api.services;
    const stored = await findAnnouncement(table, (await write(artist)).body.announcementId);
    if (!stored) throw new Error("There is no such announcement");
    const ids = Array.from({ length: 230 }, () => api.services.newId());
    for (const [nth, announcementId] of ids.entries()) {
      const publishAt = at(-DAY + nth);
      const item = { ...stored, announcementId, publishAt, place: buildAnnouncementPlace(publishAt, announcementId) };
      await table.send(AnnouncementEntity.build(PutItemCommand).item(item));
    }
    const found: string[] = [];
    for (let cursor: string | null | undefined, hasMore = true; hasMore; ) {
      const page = await list(artist, cursor ? { cursor } : {});
      found.push(...page.items.map(({ announcementId }) => announcementId));
      ({ cursor, hasMore } = page);
    }
    expect(found).toEqual([stored.announcementId, ...ids.toReversed()]);
    expect((await readCommunity(table, artist.userId, [])).announcements).toHaveLength(ids.length + 1);
    const user = await findUser(table, artist.userId);
    if (!user) throw new Error("There is no such user");
    await closeAccount(table, user, api.services.now());
    await api.processEvents({ times: 3 });
    expect((await readCommunity(table, artist.userId, [])).announcements).toEqual([]);
  });

  test("is in its artist's export, and deleted with the account, scheduled ones included", async () => {
    const { artist, fan } = await createFollowed();
    const { announcementId } = (await write(artist)).body;
    await write(artist, { announcementTitle: "Later", publishAt: at(HOUR) });
    const { table } = api.services;
    const { announcements } = await readCommunity(table, artist.userId, []);
    expect(announcements.map(({ title }) => title)).toEqual([text.announcementTitle, "Later"]);
    expect(announcements[0]).toMatchObject({ announcementId, text: text.announcementText });
    expect(announcements[0]).not.toHaveProperty("cursor");

    const user = await findUser(table, artist.userId);
    if (!user) throw new Error("There is no such user");
    expect(await closeAccount(table, user, api.services.now())).toBeUndefined();
    await api.processEvents();
    expect((await read(announcementId)).status).toBe(404);
    expect((await readCommunity(table, artist.userId, [])).announcements).toEqual([]);
    api.travel(2 * HOUR);
    await publishDue();
    await api.processEvents();
    expect((await listNotifications(fan)).every(({ deleted }) => deleted === "announcement")).toBe(true);
  });
});
