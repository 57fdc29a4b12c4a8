import { ChakraProvider } from "@chakra-ui/react";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { toSentenceParts } from "#shared/rules/notification-sentence.ts";
import { aNotification, idAt } from "#test/web/notifications/fixtures.ts";
import { groupByDay } from "#web/features/notifications/group-by-day.ts";
import { bellLabel } from "#web/features/notifications/notification-labels.ts";
import { NotificationList } from "#web/features/notifications/notification-list.tsx";
import { type NotificationsState, SIGNED_OUT } from "#web/features/notifications/notifications-state.ts";
import { system } from "#web/theme/system.ts";
import { formatBadgeCount } from "#web/ui/count-badge.tsx";

afterEach(cleanup);

const initialised = { ...SIGNED_OUT, status: "initialised", enabled: true } as const;

function show(state: Partial<NotificationsState>) {
  const did: unknown[][] = [];
  const at = { path: "" };
  function Where() {
    at.path = useLocation().pathname;
    return null;
  }
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <Where />
        <NotificationList
          state={{ ...initialised, ...state }}
          onFollow={(id) => did.push(["follow", id])}
          onMark={(id, read) => did.push(["mark", id, read])}
          onMore={() => did.push(["more"])}
        />
      </MemoryRouter>
    </ChakraProvider>,
  );
  return { did, at, user: userEvent.setup() };
}

test("shows that there are none yet", () => {
  show({});
  expect(screen.getByText("No notifications yet")).toBeTruthy();
});

test("is 400 pixels high with any number of entries", () => {
  const height = () => getComputedStyle(screen.getByTestId("notification-list")).height;
  show({ items: [aNotification(9)] });
  expect(height()).toBe("400px");
  cleanup();
  show({ items: [aNotification(9)], hasMore: true });
  expect(height()).toBe("400px");
  cleanup();
  show({});
  expect(height()).toBe("400px");
});

test("shows a failed fetch and retries", async () => {
  const { did, user } = show({ ...SIGNED_OUT, failed: true });
  expect(screen.getByRole("alert").textContent).toContain("Error fetching data");
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(did).toEqual([["more"]]);
});

test("offers more while there is more, and not while it is loading", async () => {
  const { did, user } = show({ items: [aNotification(9)], hasMore: true });
  await user.click(screen.getByRole("button", { name: "Load more" }));
  expect(did).toEqual([["more"]]);
  cleanup();
  const waiting = show({ items: [aNotification(9)], hasMore: true, isLoadingMore: true });
  await waiting.user.click(screen.getByRole("button", { name: "Loading…" }));
  expect(waiting.did).toEqual([]);
});

test("a click opens its subject and reports that it was followed", async () => {
  const { did, at, user } = show({ items: [aNotification(9)] });
  await user.click(screen.getByRole("link", { name: "Unread: ada.love commented on Dunes at noon" }));
  expect(at.path).toBe(`/artwork/${idAt(900)}`);
  expect(did).toEqual([["follow", idAt(9)]]);
});

test("shows the username beside a full name, as full names aren't unique", () => {
  const { actor } = aNotification(9);
  show({ items: [aNotification(9, { actor: { ...actor, fullName: "Ada Love" } })] });
  expect(screen.getByRole("link", { name: "Unread: Ada Love (@ada.love) commented on Dunes at noon" })).toBeTruthy();
});

test("a notification about deleted content is marked, and has no link without its artwork", () => {
  show({
    items: [
      aNotification(9, { deleted: "artwork" }),
      aNotification(8, { deleted: "comment", read: true }),
      aNotification(7, { isReply: true, read: true }),
    ],
  });
  const [artwork, comment, reply] = screen.getAllByRole("listitem");
  if (!artwork || !comment || !reply) throw new Error("Three items were given");
  expect(within(artwork).queryByRole("link")).toBeNull();
  expect(artwork.textContent).toContain("This artwork is no longer available");
  expect(within(comment).getByRole("link", { name: "ada.love commented on Dunes at noon" })).toBeTruthy();
  expect(comment.textContent).toContain("The comment was deleted");
  expect(within(reply).getByRole("link", { name: "ada.love replied to your comment on Dunes at noon" })).toBeTruthy();
});

test("the read mark is a separate button labelled with its action", async () => {
  const { did, at, user } = show({ items: [aNotification(9), aNotification(8, { read: true })] });
  const [unread, read] = screen.getAllByRole("listitem");
  if (!unread || !read) throw new Error("Two items were given");
  await user.click(within(unread).getByRole("button", { name: "Mark as read" }));
  await user.click(within(read).getByRole("button", { name: "Mark as unread" }));
  expect(did).toEqual([
    ["mark", idAt(9), true],
    ["mark", idAt(8), false],
  ]);
  expect(at.path).toBe("/");
});

test("an item that can't be rendered shows an error, and the others stay", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = { ...aNotification(9), actor: null } as never;
  show({ items: [broken, aNotification(8)] });
  expect(screen.getByText("Error loading notification")).toBeTruthy();
  expect(screen.getAllByRole("link")).toHaveLength(1);
  vi.restoreAllMocks();
});

test("scrolling to the end requests more once, unless it failed", () => {
  const { did } = show({ items: [aNotification(9)], hasMore: true });
  screen.getByTestId("notification-list").dispatchEvent(new Event("scroll"));
  expect(did).toEqual([["more"]]);
  cleanup();
  const failed = show({ items: [aNotification(9)], hasMore: true, failed: true });
  screen.getByTestId("notification-list").dispatchEvent(new Event("scroll"));
  expect(failed.did).toEqual([]);
});

test("a deleted user is named [deleted], and a badge has at most two digits", () => {
  const { type, title } = aNotification(1, { type: "order" });
  expect(
    toSentenceParts({ type, title, actor: { id: idAt(1) as never, name: null, fullName: "", avatar: null } }),
  ).toEqual({
    subject: "[deleted]",
    verb: "bought a license to",
    object: "Dunes at noon",
  });
  const disputed = { type, title, actor: { id: idAt(1) as never, name: "someone", fullName: "", avatar: null } };
  expect(toSentenceParts({ ...disputed, dispute: "opened" })).toEqual({
    subject: "Dispute",
    verb: "opened about your sale of",
    object: "Dunes at noon",
  });
  const named = { type, title, actor: { ...disputed.actor, fullName: "Ochre Support" } };
  expect(toSentenceParts(named)).toMatchObject({ subject: "Ochre Support", handle: "(@someone)" });
  expect(toSentenceParts({ ...disputed, type: "message", messageKind: "refundAsked" }).verb).toBe(
    "asks for a refund of",
  );
  expect([bellLabel(0), bellLabel(3)]).toEqual(["Notifications", "Notifications, 3 unread"]);
  expect([formatBadgeCount(1), formatBadgeCount(99), formatBadgeCount(100)]).toEqual(["1", "99", "99+"]);
});

test("is grouped by the reader's day", () => {
  const now = new Date(2026, 10, 29, 9);
  const at = (created: string, number: number) => aNotification(number, { created: new Date(created).toISOString() });
  const items = [
    at("2026-11-29T00:00", 9),
    at("2026-11-28T23:59", 8),
    at("2026-11-28T00:00", 7),
    at("2026-11-27T23:59", 6),
    // An event of today that was delivered late.
    at("2026-11-29T08:00", 5),
  ];
  expect(groupByDay(items, now).map(({ label, items: ofDay }) => [label, ofDay.map(({ id }) => id)])).toEqual([
    ["Today", [idAt(9), idAt(5)]],
    ["Yesterday", [idAt(8), idAt(7)]],
    ["27 Nov 2026", [idAt(6)]],
  ]);
  expect(groupByDay([at("2026-02-28T12:00", 1)], new Date(2026, 2, 1))[0]?.label).toBe("Yesterday");
  vi.useFakeTimers({ toFake: ["Date"], now });
  show({ items });
  vi.useRealTimers();
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "Today",
    "Yesterday",
    "27 Nov 2026",
  ]);
  expect(within(screen.getByRole("list", { name: "Today" })).getAllByRole("listitem")).toHaveLength(2);
});

test("a sale has the picture, the buyer's face, amount and licence; a refund names nobody", () => {
  const preview = { width: 320, height: 240, avif: "/media/a.avif", webp: "/media/a.webp", jpeg: "/media/a.jpeg" };
  const picture = { previews: [preview], placeholder: "", width: 320, height: 240, mature: false };
  const actor = { id: idAt(700), name: "ada.love", fullName: "", avatar: "/media/ada/100.webp" };
  const sources = () => [...document.querySelectorAll("li img")].map((image) => image.getAttribute("src"));
  show({ items: [aNotification(1, { type: "order", earned: 850, licenseType: "commercial", picture, actor })] });
  expect(sources()).toEqual([preview.jpeg, actor.avatar]);
  expect(screen.getByRole("listitem").textContent).toContain("You earned $8.50Commercial license · ");
  cleanup();
  show({ items: [aNotification(1, { type: "order", refund: "whole", licenseType: "commercial", picture, actor })] });
  expect(sources()).toEqual([preview.jpeg]);
});
