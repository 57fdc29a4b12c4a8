import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { formatNextAnnouncement, MESSAGES } from "#shared/messages.ts";
import { Announcement } from "#shared/model/announcement.ts";
import { createWritingForm, toBody, toLocalTime } from "#web/features/announcements/announcement-form.tsx";
import { DRAFT_PREFIX, storeDraft } from "#web/ui/form/drafts.ts";
import { aCard, aProfile, ME, ok, toId } from "../artwork/given.ts";
import { aUser, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const artist = aUser();
const LIST = `/api/users/${artist.name}/announcements`;
const one = `/api/announcements/${toId(1)}`;

const anAnnouncement = (over: object = {}): Announcement =>
  Announcement.parse({
    announcementId: toId(1),
    announcementTitle: "A new series",
    announcementText: "See https://elsewhere.example for more.",
    artist: ME,
    artworks: [],
    discount: null,
    status: "published",
    publishAt: "2026-11-20T10:00:00.000Z",
    edited: false,
    ...over,
  });

const page = (items: readonly unknown[]) => ok({ items, cursor: null, hasMore: false });

function open(path: string, announcements: readonly Announcement[] = [], signedIn = true) {
  const network = createSiteNetwork({ signedIn, features: { discounts: true } });
  network.on(`GET ${LIST}`, page(announcements));
  network.on(`GET ${one}`, announcements[0] ? ok(announcements[0]) : failure("announcement_not_found"));
  network.on(`GET /api/users/${artist.name}`, ok(aProfile({ id: artist.id, name: artist.name, followers: 12 })));
  network.on(`POST /api/users/${artist.id}/views`, { status: 204, body: undefined });
  network.on(`GET /api/users/${artist.id}/discounts`, page([]));
  network.on(
    `GET /api/users/${artist.id}/my_artwork`,
    page([
      ...[1, 2, 3, 4, 5].map((nth) => aCard(nth, { artworkTitle: `Work ${nth}` })),
      aCard(6, { artworkTitle: "Hidden", artworkVisibility: "invisible" }),
    ]),
  );
  return openSite(path, network);
}

test("an announcement with up to four works goes to the followers, whose number is shown", async () => {
  const { user, network, at } = open("/announcement/add");
  await screen.findByText(/It goes to 12 followers/);
  const boxes = await screen.findAllByRole<HTMLInputElement>("checkbox");
  expect(boxes).toHaveLength(5);
  for (const box of boxes.slice(0, 4)) await user.click(box);
  expect(boxes[4]?.disabled).toBe(true);
  await user.type(screen.getByLabelText("Title"), "A new series");
  await user.type(screen.getByLabelText("Text"), "Dunes.");
  network.on("POST /api/announcements", ok(anAnnouncement(), 201));
  network.on(`GET ${one}`, ok(anAnnouncement()));
  await user.click(screen.getByRole("button", { name: "Send now" }));
  await waitFor(() => expect(at.path).toBe(`/announcement/${toId(1)}`));
  expect(network.to("POST /api/announcements")[0]?.body).toEqual({
    announcementTitle: "A new series",
    announcementText: "Dunes.",
    artworkIds: [1, 2, 3, 4].map(toId),
  });
  expect(network.to("POST /api/announcements")[0]?.idempotencyKey).toBeTruthy();
  await screen.findByText("Announcement sent to your followers");
});

test("a time in the past is refused beside its field, and a full week beside the choice of the time", async () => {
  const { user, network } = open("/announcement/add");
  await user.type(await screen.findByLabelText("Title"), "Soon");
  await user.type(screen.getByLabelText("Text"), "Soon.");
  await user.click(screen.getByRole("radio", { name: /^Later/ }));
  const time = await screen.findByLabelText("Date and time");
  await user.clear(time);
  await user.type(time, "2020-01-01T10:00");
  await user.click(screen.getByRole("button", { name: "Schedule" }));
  await screen.findByText(MESSAGES.announcementInPast);
  expect(network.to("POST /api/announcements")).toEqual([]);
  const message = formatNextAnnouncement("3 Dec 2026, 10:00 UTC");
  network.on("POST /api/announcements", failure("too_many_announcements", { publishAt: message }));
  await user.click(screen.getByRole("radio", { name: /^Now/ }));
  await user.click(screen.getByRole("button", { name: "Send now" }));
  const choice = await screen.findByRole("group", { name: "When does it go out?" });
  await within(choice).findByText(message);
});

test("what was typed is there again after a reload, until it is discarded", async () => {
  const first = open("/announcement/add");
  await first.user.type(await screen.findByLabelText("Title"), "Half a title");
  first.unmount();
  const { user } = open("/announcement/add");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Half a title"));
  await user.click(screen.getByRole("button", { name: "Start over" }));
  expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("");
  expect(screen.queryByRole("button", { name: "Start over" })).toBeNull();
});

test("the artist's page lists scheduled and edited ones, which the artist edits and deletes with undo", async () => {
  const scheduled = anAnnouncement({
    announcementId: toId(2),
    announcementTitle: "Later",
    status: "scheduled",
    publishAt: "2026-12-20T10:00:00.000Z",
  });
  const { user, network } = open(`/user/${artist.name}?tab=announcements`, [
    anAnnouncement({ edited: true }),
    scheduled,
  ]);
  const list = await screen.findByRole("list", { name: "Announcements" });
  expect(list.textContent).toContain("· edited");
  within(list).getByText("Scheduled");
  expect(within(list).queryByRole("button", { name: /^Report/ })).toBeNull();
  await within(list).findByRole("link", { name: "Edit “Later”" });
  network.on(`DELETE ${one}`, { status: 204, body: undefined });
  network.on(`GET ${LIST}`, page([scheduled]));
  await user.click(await within(list).findByRole("button", { name: "Delete “A new series”" }));
  await screen.findByText("Announcement deleted");
  expect(within(list).queryByText("A new series")).toBeNull();
  network.on(`PATCH ${one}`, ok(anAnnouncement()));
  network.on(`GET ${LIST}`, page([anAnnouncement(), scheduled]));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await within(list).findByText("A new series");
  expect(network.to(`PATCH ${one}`)[0]?.body).toEqual({ deleted: false });
});

test("visitors read an announcement without links in its text, and can report it", async () => {
  open(`/announcement/${toId(1)}`, [anAnnouncement()], false);
  await screen.findByRole("heading", { name: "A new series", level: 1 });
  screen.getByText("See https://elsewhere.example for more.");
  expect(screen.queryByRole("link", { name: /elsewhere/ })).toBeNull();
  screen.getByRole("button", { name: "Report the announcement “A new series”" });
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
});

test("its artist sees why one was taken down, and can only delete it", async () => {
  const takedown = { reason: "It names a person.", rule: "Terms of Service, section 3" };
  open(`/announcement/${toId(1)}`, [anAnnouncement({ status: "taken_down", takedown })]);
  await screen.findByText(/Only you can see it\. Reason: It names a person\. \(Terms of Service, section 3\)/);
  await screen.findByRole("button", { name: "Delete “A new series”" });
  expect(screen.queryByRole("link", { name: /^Edit/ })).toBeNull();
});

test("editing sends what changed and keeps the time of one that went out", async () => {
  const { user, network, at } = open(`/announcement/${toId(1)}/edit`, [anAnnouncement()]);
  const title = await screen.findByLabelText("Title");
  expect(screen.queryByRole("group", { name: "When does it go out?" })).toBeNull();
  await user.type(title, "!");
  network.on(`PATCH ${one}`, ok(anAnnouncement({ announcementTitle: "A new series!", edited: true })));
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(at.path).toBe(`/announcement/${toId(1)}`));
  expect(network.to(`PATCH ${one}`)[0]?.body).toEqual({
    announcementTitle: "A new series!",
    announcementText: anAnnouncement().announcementText,
    artworkIds: [],
    discountId: null,
  });
});

test("a list that can't be read says so and is tried again", async () => {
  const network = createSiteNetwork();
  network.on(`GET /api/users/${artist.name}`, ok(aProfile({ id: artist.id, name: artist.name })));
  network.on(`POST /api/users/${artist.id}/views`, { status: 204, body: undefined });
  network.on(`GET ${LIST}`, { status: 500, body: {} });
  const { user } = openSite(`/user/${artist.name}?tab=announcements`, network);
  await screen.findByText(MESSAGES.failedFetchAnnouncements);
  network.on(`GET ${LIST}`, page([]));
  await user.click(await screen.findByRole("button", { name: /Try again|Retry/ }));
  await screen.findByText("No announcements yet");
});

test("one that missed its time says so to its artist, who can edit it", async () => {
  open(`/announcement/${toId(1)}`, [anAnnouncement({ status: "missed" })]);
  await screen.findByText("Not sent");
  await screen.findByText(/couldn't be sent at this time/);
  await screen.findByRole("link", { name: "Edit “A new series”" });
});

test("one that missed its time is given another one, and its old one is refused", async () => {
  const missed = anAnnouncement({ status: "missed" });
  const { user, network, at } = open(`/announcement/${toId(1)}/edit`, [missed]);
  const time = await screen.findByLabelText<HTMLInputElement>("Date and time");
  expect(new Date(time.value).getTime()).toBeGreaterThan(Date.now());
  await user.clear(time);
  await user.type(time, "2026-11-20T10:00");
  await user.click(screen.getByRole("button", { name: "Schedule" }));
  await screen.findByText(MESSAGES.announcementInPast);
  expect(network.to(`PATCH ${one}`)).toEqual([]);
  const next = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
  next.setSeconds(0, 0);
  await user.clear(time);
  await user.type(time, toLocalTime(next));
  network.on(`PATCH ${one}`, ok(anAnnouncement({ status: "scheduled", publishAt: next.toISOString() })));
  await user.click(screen.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(at.path).toBe(`/announcement/${toId(1)}`));
  expect(network.to(`PATCH ${one}`)[0]?.body).toMatchObject({ publishAt: next.toISOString() });
  await screen.findByText("Announcement scheduled");
});

test("the suggested time of one that missed its own is sent without another change", async () => {
  const { user, network, at } = open(`/announcement/${toId(1)}/edit`, [anAnnouncement({ status: "missed" })]);
  const { value } = await screen.findByLabelText<HTMLInputElement>("Date and time");
  network.on(`PATCH ${one}`, ok(anAnnouncement({ status: "scheduled", publishAt: new Date(value).toISOString() })));
  await user.click(screen.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(at.path).toBe(`/announcement/${toId(1)}`));
  expect(network.to(`PATCH ${one}`)[0]?.body).toMatchObject({ publishAt: new Date(value).toISOString() });
});

test("the text of one that is about to go out can be changed without another time", async () => {
  const due = anAnnouncement({ status: "scheduled", publishAt: new Date(Date.now() - 60_000).toISOString() });
  const { user, network } = open(`/announcement/${toId(1)}/edit`, [due]);
  await user.type(await screen.findByLabelText("Title"), "!");
  network.on(`PATCH ${one}`, ok(anAnnouncement()));
  await user.click(screen.getByRole("button", { name: "Schedule" }));
  await screen.findByText("Announcement sent to your followers");
  expect(network.to(`PATCH ${one}`)[0]?.body).not.toHaveProperty("publishAt");
});

test("a draft whose code has ended and whose work was hidden says so, and can be mended", async () => {
  const draft = { announcementTitle: "Old", announcementText: "Old.", artworkIds: [toId(6)], discountId: toId(9) };
  storeDraft(`${DRAFT_PREFIX} ${artist.id} announcement`, draft);
  const { user, network } = open("/announcement/add");
  network.on("POST /api/announcements", failure("invalid_request", { discountId: MESSAGES.discountNotOwn }));
  const hidden = await screen.findByRole("checkbox", { name: /Hidden/ });
  await user.click(hidden);
  await user.click(screen.getByRole("button", { name: "Send now" }));
  await screen.findByText(MESSAGES.discountNotOwn);
  network.on("POST /api/announcements", ok(anAnnouncement(), 201));
  await user.click(screen.getByRole("button", { name: "Send now" }));
  await screen.findByText("Announcement sent to your followers");
  expect(network.to("POST /api/announcements").at(-1)?.body).toEqual({
    announcementTitle: "Old",
    announcementText: "Old.",
  });
});

describe("a time on a day when the clocks change", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2027-01-10T12:00:00Z"), toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  const write = (publishAt: string) =>
    createWritingForm().safeParse({
      announcementTitle: "A new series",
      announcementText: "See you there.",
      artworkIds: null,
      discountId: "",
      when: "later",
      publishAt,
    });

  test.each([
    ["Europe/Berlin", "2027-03-28T01:30", "2027-03-28T00:30:00.000Z"],
    ["Europe/Berlin", "2027-03-28T03:30", "2027-03-28T01:30:00.000Z"],
    ["Europe/Berlin", "2027-10-31T01:30", "2027-10-30T23:30:00.000Z"],
    // Twice that day; the first one counts.
    ["Europe/Berlin", "2027-10-31T02:30", "2027-10-31T00:30:00.000Z"],
    ["Europe/Berlin", "2027-10-31T03:30", "2027-10-31T02:30:00.000Z"],
    ["America/New_York", "2027-03-14T03:00", "2027-03-14T07:00:00.000Z"],
    ["America/New_York", "2027-11-07T01:30", "2027-11-07T05:30:00.000Z"],
    ["Australia/Lord_Howe", "2027-04-04T01:45", "2027-04-03T14:45:00.000Z"],
  ])("in %s, %s is stored as %s and shown as it was picked", (zone, picked, stored) => {
    vi.stubEnv("TZ", zone);
    const { publishAt } = toBody(write(picked).data as never);
    expect(publishAt).toBe(stored);
    expect(toLocalTime(new Date(stored))).toBe(picked);
    expect(formatDate(stored, DISPLAY.momentFormat)).toContain(picked.slice(-5));
  });

  test.each([
    ["Europe/Berlin", "2027-03-28T02:30"],
    ["America/New_York", "2027-03-14T02:00"],
    ["Australia/Lord_Howe", "2027-10-03T02:15"],
  ])("in %s, %s doesn't exist and is refused", (zone, picked) => {
    vi.stubEnv("TZ", zone);
    const [issue, ...others] = write(picked).error?.issues ?? [];
    expect([issue?.path, issue?.message, others]).toEqual([["publishAt"], MESSAGES.announcementSkipped, []]);
  });

  test("that is the second of two alike stays as it is when the text changes", async () => {
    vi.stubEnv("TZ", "Europe/Berlin");
    const second = anAnnouncement({ status: "scheduled", publishAt: "2027-10-31T01:30:00.000Z" });
    const { user, network } = open(`/announcement/${toId(1)}/edit`, [second]);
    expect((await screen.findByLabelText<HTMLInputElement>("Date and time")).value).toBe("2027-10-31T02:30");
    await user.type(screen.getByLabelText("Title"), "!");
    network.on(`PATCH ${one}`, ok(second));
    await user.click(screen.getByRole("button", { name: "Schedule" }));
    await screen.findByText("Changes saved");
    expect(network.to(`PATCH ${one}`)[0]?.body).not.toHaveProperty("publishAt");
  });
});
