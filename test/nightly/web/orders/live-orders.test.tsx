import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Selection, Statistics } from "#shared/model/sales.ts";
import { toSentenceParts } from "#shared/rules/notification-sentence.ts";
import { aDetail, ok, toId } from "#test/web/artwork/given.ts";
import { aNotification, aPage } from "#test/web/notifications/fixtures.ts";
import { aLicense, aPurchase } from "#test/web/orders/given.ts";
import { FakeWebSocket } from "#test/web/support/fake-web-socket.ts";
import { aUser } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ORDER = `/api/orders/${toId(6001)}`;

test("the notification of a full or partial refund doesn't name who made it", () => {
  const [whole, part] = (["whole", "part"] as const).map((refund) =>
    Object.values(toSentenceParts(aNotification(1, { type: "order", refund }))).join(" "),
  );
  expect([whole, part]).toEqual([
    "Refund of your payment for Dunes at noon",
    "Refund of part of your payment for Dunes at noon",
  ]);
  expect(Object.values(toSentenceParts(aNotification(1, { type: "order" }))).join(" ")).toBe(
    "ada.love bought a license to Dunes at noon",
  );
  expect(Object.values(toSentenceParts(aNotification(1, { type: "order", furtherWorks: 1 }))).join(" ")).toBe(
    "ada.love bought licenses to Dunes at noon and 1 more work",
  );
});

function network(features: Readonly<Record<string, boolean>> = {}) {
  const fake = createSiteNetwork({ signedIn: true, features });
  for (const list of ["previous", "latest"]) {
    fake.on(`GET /api/users/${aUser().id}/notifications/${list}`, { status: 200, body: aPage([]) });
  }
  return fake;
}

async function refundArrives() {
  await orderNoticeArrives({ refund: "whole" });
}

async function orderNoticeArrives(over: object = {}) {
  await waitFor(() => expect(FakeWebSocket.made).toHaveLength(1));
  const socket = FakeWebSocket.made.at(-1) as FakeWebSocket;
  const notification = aNotification(1, {
    type: "order",
    ref: toId(6001),
    ...over,
    link: `/orders/${toId(6001)}`,
    title: "Dusk",
  });
  act(() => {
    socket.opens();
    socket.receive({ event: "authenticatedUser", data: { count: 0 } });
    socket.receive({ event: "sendNotification", data: { notification, count: 1 } });
  });
}

describe("while open, when a refund arrives,", () => {
  test("the order's page shows it and removes the download", async () => {
    const fake = network();
    fake.on(`GET ${ORDER}`, ok(aPurchase()));
    openSite(`/orders/${toId(6001)}`, fake);
    await screen.findByRole("button", { name: "Download Dusk" });
    fake.on(`GET ${ORDER}`, ok(aPurchase({ status: "refunded" })));
    await refundArrives();
    await screen.findByText("Refunded", { exact: true });
    expect(screen.queryByRole("button", { name: "Download Dusk" })).toBeNull();
  });

  test("the list of orders shows it", async () => {
    const fake = network();
    const list = `GET /api/users/${aUser().id}/orders`;
    const page = (status: "completed" | "refunded") =>
      ok({ items: [aPurchase({ status })], cursor: toId(6001), hasMore: false });
    fake.on(list, page("completed"));
    openSite("/orders", fake);
    await screen.findAllByRole("row");
    fake.on(list, page("refunded"));
    await refundArrives();
    await waitFor(() => expect(screen.getAllByRole("row")[1]?.textContent).toContain("Refunded"));
  });

  test("the artwork's page offers the licence again", async () => {
    const fake = network();
    const licenses = `GET /api/artwork/${toId(1)}/licenses`;
    fake.on(`GET /api/artwork/${toId(1)}`, ok(aDetail()));
    fake.on(licenses, ok({ items: [aLicense()] }));
    openSite(`/artwork/${toId(1)}`, fake);
    await screen.findByRole("heading", { name: "You hold a license" });
    fake.on(licenses, ok({ items: [aLicense({ status: "revoked" })] }));
    await refundArrives();
    await waitFor(() => expect(screen.queryByRole("heading", { name: "You hold a license" })).toBeNull());
  });
});

test("an open dashboard shows a sale when its notification arrives", async () => {
  const fake = network({ dashboard: true });
  const STATISTICS = `GET /api/users/${aUser().id}/statistics/sales`;
  const SALES = `GET /api/users/${aUser().id}/sales`;
  const figures = { count: 0, paidCount: 0, amount: 0, fees: 0, refunded: 0, average: null };
  const range = { start: "2026-11-20", end: "2026-11-20" };
  fake.on(STATISTICS, ok(Statistics.parse(figures)));
  fake.on(SALES, ok(Selection.parse({ ...range, items: [], series: [{ day: range.start, count: 0, amount: 0 }] })));
  openSite("/dashboard?show=sales", fake);
  await screen.findByText("No sales in this range");

  const sale = {
    orderId: toId(6001),
    created: "2026-11-20T10:00:00.000Z",
    status: "completed",
    artwork: { id: toId(1), title: "Dusk" },
    licenseType: "personal",
    amount: 3400,
    fee: 600,
    returned: 0,
  };
  fake.on(STATISTICS, ok(Statistics.parse({ ...figures, count: 1, paidCount: 1, amount: 3400, average: 3400 })));
  fake.on(
    SALES,
    ok(Selection.parse({ ...range, items: [sale], series: [{ day: range.start, count: 1, amount: 3400 }] })),
  );
  await orderNoticeArrives();
  expect((await screen.findAllByRole("row"))[1]?.textContent).toContain("Dusk");
  const totals = screen.getByRole("region", { name: "All time" });
  await waitFor(() => expect(totals.textContent).toContain("Earned$34.00"));
});

describe("unfinished payments among the orders", () => {
  const INTENTS = `GET /api/users/${aUser().id}/intents`;
  const aPayment = (number: number, artworkTitle: string) => ({
    orderIntent: `pi_${String(number).padStart(24, "0")}`,
    artworkId: toId(number),
    artworkTitle,
    licenseType: "personal",
    orderSpent: 4435,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  });

  test("show artwork and amount, and can be continued or cancelled", async () => {
    const fake = createSiteNetwork({ signedIn: true, features: { payments: true } });
    fake.on(`GET /api/users/${aUser().id}/orders`, ok({ items: [], cursor: null, hasMore: false }));
    fake.on(INTENTS, ok({ items: [aPayment(1, "Dusk"), aPayment(2, "Dawn")] }));
    const { user } = openSite("/orders", fake);
    const list = await screen.findByRole("list", { name: "Unfinished payments" });
    const [dusk, dawn] = within(list).getAllByRole("listitem");
    expect(dusk?.textContent).toContain("You started paying $44.35 for a personal license to Dusk.");
    expect(dawn?.textContent).toContain("Dawn");
    const goOn = screen.getByRole("link", { name: "Continue payment for Dawn" });
    expect(goOn.getAttribute("href")).toBe(`/checkout/${toId(2)}`);

    const cancel = `DELETE /api/users/${aUser().id}/intents/${aPayment(1, "").orderIntent}`;
    fake.on(cancel, { status: 204, body: undefined });
    fake.on(INTENTS, ok({ items: [aPayment(2, "Dawn")] }));
    await user.click(screen.getByRole("button", { name: "Cancel this payment for Dusk" }));
    await waitFor(() => expect(screen.queryByText("Dusk")).toBeNull());
    expect(fake.to(cancel)).toHaveLength(1);
    await screen.findByText("Dawn");
  });

  test("aren't requested if payments are off, nor among sales", async () => {
    for (const [path, features] of [
      ["/orders", { payments: false }],
      ["/orders?tab=sales", { payments: true }],
    ] as const) {
      const fake = createSiteNetwork({ signedIn: true, features });
      fake.on(`GET /api/users/${aUser().id}/orders`, ok({ items: [], cursor: null, hasMore: false }));
      const { unmount } = openSite(path, fake);
      await screen.findByText(/^(No purchases|Nothing sold) yet$/);
      expect(fake.to(INTENTS)).toHaveLength(0);
      unmount();
    }
  });
});
