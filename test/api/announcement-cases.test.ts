import { beforeAll, expect, test } from "vitest";
import { decideCase, listLog, previewCaseMails, readCase, reopenCase } from "#shared/contract/admin.ts";
import {
  createAnnouncement,
  deleteAnnouncement,
  followArtist,
  readAnnouncement,
  updateAnnouncement,
} from "#shared/contract/follows.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { reportContent } from "#shared/contract/support.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { UserId } from "#shared/model/ids.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { createOperators } from "#test/support/operators.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const RULE = "Terms of Service, section 3";
const reason = "It names a person.";

let api: Api;
let given: ReturnType<typeof createGiven>;
let token: string;
let address = 0;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  ({ token } = await createOperators(api, createAccounts(api)).createOperator(["moderation"]));
});

const text = { announcementTitle: "A new series", announcementText: "Dunes." };

async function report(announcementId: string, email: string) {
  address += 1;
  const body = { link: `/announcement/${announcementId}`, reason: "It insults me.", email };
  return (await api.call(reportContent, { body, from: `203.0.113.${address}` })).body.noticeId as string;
}

async function createReported() {
  const artist = await given.member();
  const email = `reporter-${artist.name}@ochre.test`;
  const { announcementId } = (await api.call(createAnnouncement, { as: artist.userId, body: text })).body;
  return { artist, announcementId, email, caseId: await report(announcementId, email) };
}

const read = async (caseId: string) => (await api.call(readCase, { token, params: { caseId } })).body;
const decide = (caseId: string, action: "take_down" | "mark_mature" | "decline", more = {}) =>
  api.call(decideCase, { token, params: { caseId }, body: { action, reason, expected: "open", rule: RULE, ...more } });
const see = (announcementId: string, as?: string) =>
  api.call(readAnnouncement, { params: { announcementId }, ...(as ? { token: as } : {}) });
const subjectsTo = (address: string) =>
  api
    .mails()
    .filter(({ to }) => to.includes(address))
    .map(({ subject }) => subject);

test("a reported announcement is shown in its case, taken down with a reason, and put back when that is undone", async () => {
  const { artist, announcementId, email, caseId } = await createReported();
  const shown = await read(caseId);
  expect(shown).toMatchObject({ kind: "notice", title: text.announcementTitle, artwork: null });
  expect(shown.announcement?.announcement).toMatchObject({ announcementId, ...text, status: "published" });
  expect(shown.announcement?.owner.person.name).toBe(artist.name);
  expect(shown.actions).toEqual(["take_down", "accept", "decline", "close"]);
  expect((await decide(caseId, "mark_mature")).failure.fields).toEqual({ action: MESSAGES.invalid });
  expect((await decide(caseId, "take_down", { rule: "" })).failure.fields).toEqual({ rule: MESSAGES.required });

  const body = { action: "take_down", reason, rule: RULE } as const;
  const { mails } = (await api.call(previewCaseMails, { token, params: { caseId }, body })).body;
  expect(mails.map(({ to }) => to)).toEqual(["owner", "reporter"]);
  const decided = await decide(caseId, "take_down");
  expect([decided.status, decided.body.undoable]).toEqual([200, true]);
  await api.processEvents({ times: 2 });
  expect((await see(announcementId)).status).toBe(404);
  expect((await see(announcementId, artist.token)).body).toMatchObject({
    status: "taken_down",
    takedown: { reason, rule: RULE },
  });
  const own = `${artist.name}@ochre.test`;
  expect(subjectsTo(own)).toContain("Your announcement was taken down");
  const [mail] = api.mails().filter(({ subject }) => subject === "Your announcement was taken down");
  expect([mail?.text.includes(reason), mail?.text.includes(RULE)]).toEqual([true, true]);
  expect(subjectsTo(email)).toEqual(["The announcement you reported was taken down"]);
  expect((await read(caseId)).announcement?.announcement.status).toBe("taken_down");
  const edit = { as: artist.userId, params: { announcementId }, body: { announcementTitle: "Another" } };
  const refused = await api.call(updateAnnouncement, edit);
  expect([refused.status, refused.failure.message]).toEqual([409, MESSAGES.announcementTakenDown]);
  const { items } = (await api.call(listLog, { token, query: { reason: "security", target: announcementId } })).body;
  expect(items.map(({ event }) => event)).toContain("announcement.take_down");

  await api.call(reopenCase, { token, params: { caseId }, body: { reason: "I was wrong." } });
  await api.processEvents({ times: 2 });
  expect((await see(announcementId)).body.status).toBe("published");
  expect(subjectsTo(own).filter((subject) => subject === "Your announcement is back")).toHaveLength(1);
  expect((await read(caseId)).actions).toContain("take_down");
});

test("one report of two takes it down, and the other can be closed", async () => {
  const { announcementId, caseId } = await createReported();
  const second = await report(announcementId, "second@ochre.test");
  await decide(caseId, "take_down");
  expect((await read(second)).actions).toEqual(["accept", "decline", "close"]);
  expect((await decide(second, "take_down")).failure.fields).toEqual({ action: MESSAGES.invalid });
});

test("a deletion doesn't evade a takedown while it can be undone", async () => {
  const { artist, announcementId, caseId } = await createReported();
  const params = { announcementId };
  await api.call(deleteAnnouncement, { as: artist.userId, params });
  const shown = await read(caseId);
  expect(shown.announcement?.deletedAt).toEqual(expect.any(String));
  expect(shown.actions).toEqual(["take_down", "accept", "decline", "close"]);
  expect((await decide(caseId, "take_down")).status).toBe(200);
  const edit = { deleted: false, announcementTitle: "Another" } as const;
  const edited = await api.call(updateAnnouncement, { as: artist.userId, params, body: edit });
  expect(edited.failure.code).toBe("announcement_taken_down");
  const restored = await api.call(updateAnnouncement, { as: artist.userId, params, body: { deleted: false } });
  expect(restored.body).toMatchObject({ status: "taken_down", takedown: { reason } });
  expect((await see(announcementId)).status).toBe(404);
  await api.processEvents({ times: 2 });
  expect(subjectsTo(`${artist.name}@ochre.test`)).toContain("Your announcement was taken down");
});

test("a takedown that is undone while the announcement is deleted mails nobody that it is back", async () => {
  const { artist, announcementId, caseId } = await createReported();
  await decide(caseId, "take_down");
  await api.call(deleteAnnouncement, { as: artist.userId, params: { announcementId } });
  expect((await api.call(reopenCase, { token, params: { caseId }, body: { reason: "I was wrong." } })).status).toBe(
    200,
  );
  await api.processEvents({ times: 2 });
  expect(subjectsTo(`${artist.name}@ochre.test`)).not.toContain("Your announcement is back");
  const body = { deleted: false } as const;
  const restored = await api.call(updateAnnouncement, { as: artist.userId, params: { announcementId }, body });
  expect(restored.body.status).toBe("published");
});

test("a takedown before the delivery keeps it from followers until it is undone", async () => {
  const [artist, fan] = [await given.member(), await given.user()];
  await api.call(followArtist, { as: fan.userId, params: { username: artist.name } });
  await api.processEvents();
  const { announcementId } = (await api.call(createAnnouncement, { as: artist.userId, body: text })).body;
  const caseId = await report(announcementId, "third@ochre.test");
  await decide(caseId, "take_down");
  const countNotifications = async () => {
    const params = { userId: UserId.parse(fan.userId) };
    return (await api.call(previousNotifications, { as: fan.userId, params })).body.items.length;
  };
  await api.processEvents();
  expect(await countNotifications()).toBe(0);
  await api.call(reopenCase, { token, params: { caseId }, body: { reason: "I was wrong." } });
  await api.processEvents();
  expect(await countNotifications()).toBe(1);
});

test("an announcement that can't be put back any more isn't shown in its case", async () => {
  const { artist, announcementId, caseId } = await createReported();
  await api.call(deleteAnnouncement, { as: artist.userId, params: { announcementId } });
  api.travel(LIFETIMES.deletedAnnouncement + 1);
  const { announcement, actions } = await read(caseId);
  expect([announcement, actions]).toEqual([null, ["accept", "decline", "close"]]);
});
