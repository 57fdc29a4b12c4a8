import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DISPLAY } from "#shared/display.ts";
import { aNotification, aPage, idAt } from "#test/web/notifications/fixtures.ts";
import { FakeWebSocket } from "#test/web/support/fake-web-socket.ts";
import { aUser } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { sales } from "#web/features/notifications/sales.ts";

afterEach(() => {
  vi.useRealTimers();
  sales.clear();
});

const picture = {
  previews: [320, 640].map((width) => {
    const [avif, webp, jpeg] = ["avif", "webp", "jpeg"].map((format) => `/media/dusk/${width}.${format}`);
    return { width, height: width, avif, webp, jpeg };
  }),
  placeholder: "",
  width: 1000,
  height: 1000,
  mature: false,
};

let count = 0;

const aSale = (over: object = {}) => {
  count += 1;
  const link = `/orders/${idAt(600 + count)}`;
  return aNotification(count, {
    type: "order",
    title: "Dusk",
    earned: 850,
    licenseType: "personal",
    picture,
    link,
    ...over,
  });
};

async function openWithSocket(path = "/help") {
  const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
  for (const list of ["previous", "latest"]) {
    network.on(`GET /api/users/${aUser().id}/notifications/${list}`, { status: 200, body: aPage([]) });
  }
  const site = openSite(path, network);
  await waitFor(() => expect(FakeWebSocket.made).toHaveLength(1));
  const socket = FakeWebSocket.made.at(-1) as FakeWebSocket;
  act(() => {
    socket.opens();
    socket.receive({ event: "authenticatedUser", data: { count: 0 } });
  });
  const arrive = (notification: object) =>
    act(() => socket.receive({ event: "sendNotification", data: { notification, count: 1 } }));
  return { ...site, arrive };
}

const findCard = () => screen.findByTestId("sale-card");

test("a sale shows its picture, licence, buyer, amount and order on whatever page is open, and is announced", async () => {
  const { arrive } = await openWithSocket();
  const sale = aSale();
  arrive(sale);
  const card = await findCard();
  expect(card.getAttribute("aria-label")).toBe("You made a sale");
  expect(card.textContent).toContain("“Dusk”, personal license, to ada.love");
  expect(card.textContent).toContain("You earned $8.50");
  expect(card.querySelector("img")?.getAttribute("src")).toContain("/media/dusk/");
  expect(within(card).getByRole("link", { name: "See the order" }).getAttribute("href")).toBe(sale.link);
  const spoken = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(spoken).toContain("You made a sale “Dusk”. You earned $8.50.");
});

test("a sale of several works names how many", async () => {
  const { arrive } = await openWithSocket();
  arrive(aSale({ furtherWorks: 2, licenseType: undefined }));
  expect((await findCard()).textContent).toContain("“Dusk” and 2 more works, to ada.love");
  const spoken = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(spoken).toContain("You made a sale “Dusk” and 2 more works. You earned $8.50.");
});

test("the first one of the account, as the server says, is celebrated; others aren't", async () => {
  const { arrive } = await openWithSocket();
  arrive(aSale({ firstSale: true }));
  const card = await findCard();
  expect(card.getAttribute("aria-label")).toBe("Your first sale!");
  expect(card.textContent).toContain("Someone liked your work enough to pay for it.");
});

test("several are one card with their number and sum, and a repeated delivery isn't counted", async () => {
  const { arrive } = await openWithSocket();
  const sale = aSale();
  for (const each of [aSale(), sale, sale, aSale({ title: "Dawn" })]) arrive(each);
  const card = await findCard();
  await waitFor(() => expect(card.getAttribute("aria-label")).toBe("3 new sales"));
  expect(card.textContent).toContain("Latest: “Dawn”");
  expect(card.textContent).toContain("You earned $25.50");
  expect(within(card).getByRole("link", { name: "See your sales" }).getAttribute("href")).toBe("/orders?tab=sales");
});

test("a free licence says so, and a refund or dispute shows no card", async () => {
  const { arrive } = await openWithSocket();
  arrive(aSale({ refund: "whole", earned: undefined }));
  arrive(aSale({ dispute: "opened", earned: undefined }));
  expect(sales.list()).toEqual([]);
  arrive(aSale({ earned: undefined }));
  expect((await findCard()).textContent).toContain("Licensed for free");
});

test("it closes by its button, by Escape, and by itself, but not while hovered or focused", async () => {
  const { arrive, user } = await openWithSocket();
  arrive(aSale());
  await user.click(within(await findCard()).getByRole("button", { name: "Close" }));
  expect(screen.queryByTestId("sale-card")).toBeNull();

  arrive(aSale());
  const link = within(await findCard()).getByRole("link");
  act(() => link.focus());
  await user.keyboard("{Escape}");
  expect(screen.queryByTestId("sale-card")).toBeNull();
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Notifications/);

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  arrive(aSale());
  const card = screen.getByTestId("sale-card");
  fireEvent.mouseEnter(card);
  act(() => vi.advanceTimersByTime(2 * DISPLAY.saleCardMs));
  expect(screen.queryByTestId("sale-card")).not.toBeNull();
  fireEvent.mouseLeave(card);
  act(() => vi.advanceTimersByTime(DISPLAY.saleCardMs - 1));
  expect(screen.queryByTestId("sale-card")).not.toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByTestId("sale-card")).toBeNull();
});

test("its link leads to the order, removes it and marks the notification as read", async () => {
  const { arrive, user, at, network } = await openWithSocket();
  const sale = aSale();
  const mark = `POST /api/users/${aUser().id}/notifications/${sale.id}`;
  network.on(mark, { status: 204, body: undefined });
  arrive(sale);
  await user.click(within(await findCard()).getByRole("link", { name: "See the order" }));
  expect(at.path).toBe(sale.link);
  await screen.findByRole("button", { name: "Notifications" });
  await waitFor(() => expect(network.to(mark)).toHaveLength(1));
  expect(screen.queryByTestId("sale-card")).toBeNull();
});
