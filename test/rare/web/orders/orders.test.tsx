import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { LicenseId } from "#shared/model/ids.ts";
import type { Order } from "#shared/model/order.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { formatCents, formatSale, formatTotal } from "#test/support/sale-amounts.ts";
import { ok, toId } from "#test/web/artwork/given.ts";
import { aPurchase, aSale } from "#test/web/orders/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { asksBeforeClosing, createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const { orderEarned: earned } = computeFees(4000);

const LIST = `GET /api/users/${aUser().id}/orders`;
const ONE = `/api/orders/${toId(6001)}`;

const page = (items: readonly Order[], hasMore = false) =>
  ok({ items, cursor: items.at(-1)?.orderId ?? null, hasMore });

const resizeTo = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });

beforeEach(() => resizeTo(1440));

const toaster = () => within(screen.getByTestId("toaster"));

describe("an order of several licenses", () => {
  const price = 10_000;
  const withItems = (order: Order): Order => ({
    ...order,
    license: { ...order.license, licensePrice: 7000 },
    items: [
      { artwork: order.artwork, license: { ...order.license, licensePrice: 7000 } },
      {
        artwork: { ...order.artwork, title: "Dawn" },
        license: { ...order.license, licenseId: LicenseId.parse(toId(7002)), licensePrice: 3000 },
      },
    ],
  });

  test.each([
    ["buyer", aPurchase({ price }), `Service fee${formatSale(price).buyerFee}You paid${formatTotal(price)}`],
    ["seller", aSale({ price }), `Seller fee−${formatSale(price).sellerFee}You earned${formatSale(price).earned}`],
  ] as const)("lists the price of each for its %s, so that the sum is right", async (_side, order, rest) => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(`GET ${ONE}`, ok(withItems(order)));
    openSite(`/orders/${toId(6001)}`, network);
    const payment = await screen.findByRole("region", { name: "Payment" });
    expect(payment.textContent).toContain(`Dusk$70.00Dawn$30.00${rest}`);
  });
});

test("an order of several works says in the list how many licenses it has, and shows each picture on its page", async () => {
  const order = aPurchase();
  const { artwork, license } = order;
  const dawn = { ...license, licenseId: LicenseId.parse(toId(7002)) };
  const several = {
    ...order,
    items: [
      { artwork, license },
      { artwork: { ...artwork, title: "Dawn" }, license: dawn },
    ],
  };
  const network = createSiteNetwork({ signedIn: true });
  network.on(LIST, page([several]));
  network.on(`GET ${ONE}`, ok(several));
  const { user } = openSite("/orders", network);
  const [, row] = await screen.findAllByRole("row");
  expect(row?.textContent).toContain("Dusk and 1 more work00000-00R01theo.okafor2 licensesAda Love");
  await user.click(screen.getByRole("link", { name: "Dusk and 1 more work" }));
  await screen.findByRole("heading", { level: 1, name: "Dusk and 1 more work" });
  const [first, second] = ["Dusk", "Dawn"].map((title) => screen.getByRole("img", { name: new RegExp(title) }));
  expect([first, second]).not.toContain(undefined);
});

describe("the list", () => {
  test("shows what was bought, from whom, for how much, and leads to the order", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(LIST, page([aPurchase(), aPurchase({ orderId: toId(6002), price: 0, title: "Dawn" })]));
    openSite("/orders", network);
    const [, paid, free] = await screen.findAllByRole("row");
    expect(paid?.textContent).toContain("Dusk00000-00R01theo.okaforPersonal licenseAda Love");
    expect(paid?.textContent).toContain(`Completed${formatTotal(4000)}`);
    expect(free?.textContent).toContain("Free");
    expect(screen.getByRole("link", { name: "Dusk" }).getAttribute("href")).toBe(`/orders/${toId(6001)}`);
  });

  test("sales have a tab of their own, with what was earned", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(LIST, ({ query }) =>
      page(query.type === "sales" ? [{ ...aSale({ status: "refunded" }), orderReturned: earned }] : []),
    );
    const { user } = openSite("/orders", network);
    await screen.findByText("No purchases yet");
    await user.click(screen.getByRole("link", { name: "Sales" }));
    const [, sale] = await screen.findAllByRole("row");
    expect(sale?.textContent).toContain("bruno.buyer");
    expect(sale?.textContent).toContain(`Refunded${formatSale(4000).earned}${formatSale(4000).earned} went back`);
    expect(sale?.querySelector("s")?.textContent).toBe(formatSale(4000).earned);
  });

  test("a row says what came back of an order that stands", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(LIST, page([{ ...aPurchase(), orderReturned: 500 }]));
    openSite("/orders", network);
    const [, row] = await screen.findAllByRole("row");
    expect(row?.textContent).toContain(`Completed${formatTotal(4000)}$5.00 came back`);
    expect(row?.querySelector("s")).toBeNull();
  });

  test("a refunded row says when the money came back", async () => {
    const network = createSiteNetwork({ signedIn: true });
    const back = { orderReturned: computeFees(4000).orderSpent, orderReturnedAt: "2026-11-30T12:00:00.000Z" };
    network.on(LIST, page([{ ...aPurchase({ status: "refunded" }), ...back }]));
    openSite("/orders", network);
    const [, row] = await screen.findAllByRole("row");
    expect(row?.textContent).toContain(`Refunded${formatTotal(4000)}${formatTotal(4000)} came back on 30 Nov 2026`);
  });

  test("shows cards on a phone", async () => {
    resizeTo(390);
    const network = createSiteNetwork({ signedIn: true });
    network.on(LIST, page([aPurchase()]));
    openSite("/orders", network);
    const list = await screen.findByRole("list", { name: "My purchases" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(1);
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("continues from the last order that it shows", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(LIST, ({ query }) =>
      query.cursor ? page([aPurchase({ orderId: toId(6002), title: "Dawn" })]) : page([aPurchase()], true),
    );
    const { user } = openSite("/orders", network);
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await screen.findByRole("link", { name: "Dawn" });
    expect(network.to(LIST).at(-1)?.query).toMatchObject({ cursor: toId(6001), type: "purchases" });
  });

  test("that can't be read says so and offers another try", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(LIST, failure("internal"));
    const { user } = openSite("/orders", network);
    await toaster().findByText("Failed to fetch user purchases");
    network.on(LIST, page([aPurchase()]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("link", { name: "Dusk" });
  });
});

describe("one order", () => {
  const openOrder = (order: Order) => {
    const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
    network.on(`GET ${ONE}`, ok(order));
    return openSite(`/orders/${toId(6001)}`, network);
  };

  test("shows its buyer the amounts paid, and links to file, certificate and verifier", async () => {
    openOrder(aPurchase({ discount: 400 }));
    await screen.findByRole("heading", { name: "Dusk", level: 1 });
    const money = screen.getByRole("region", { name: "Payment" }).textContent;
    expect(money).toContain(
      `License price$40.00Service fee${formatSale(4000).buyerFee}Discount−$4.00You paid${formatTotal(4000, 400)}`,
    );
    expect(screen.getByRole("button", { name: "Download Dusk" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Certificate" }).getAttribute("href")).toBe(
      `/orders/${toId(6001)}/certificate`,
    );
    expect(screen.getByRole("button", { name: "Download certificate (PDF)" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Verify" }).getAttribute("href")).toBe(
      "/verifier?fingerprint=0123456789abcdef0123456789abcdef01234567",
    );
    expect(screen.queryByRole("button", { name: /^Refund/ })).toBeNull();
  });

  test.each([
    [
      "buyer",
      aPurchase,
      `List price$40.00Artist's discount−$8.00Service fee${formatSale(3200).buyerFee}You paid${formatTotal(3200)}`,
    ],
    [
      "seller",
      aSale,
      `List price$40.00Your discount−$8.00Seller fee−${formatSale(3200).sellerFee}You earned${formatSale(3200).earned}`,
    ],
  ] as const)("tells its %s what the artist's own code took off the list price", async (_side, make, lines) => {
    openOrder(make({ price: 3200, listPrice: 4000 }));
    await screen.findByRole("heading", { name: "Dusk", level: 1 });
    expect(screen.getByRole("region", { name: "Payment" }).textContent).toContain(lines);
  });

  test("copies the fingerprint and the caller's own identifier", async () => {
    const { user } = openOrder(aPurchase());
    await user.click(await screen.findByRole("button", { name: "Copy fingerprint" }));
    await toaster().findByText("Fingerprint copied");
    expect(await navigator.clipboard.readText()).toBe("0123456789abcdef0123456789abcdef01234567");
    await user.click(screen.getByRole("button", { name: "Copy identifier" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("aaaaaaaaaaaaaaaaaaaa"));
  });

  test("shows its seller the buyer and the earnings, and refunds after a confirmation", async () => {
    const { user, network } = openOrder(aSale());
    expect((await screen.findByRole("region", { name: "Payment" })).textContent).toContain(
      `License price$40.00Seller fee−${formatSale(4000).sellerFee}You earned${formatSale(4000).earned}`,
    );
    expect(screen.getByRole("link", { name: "bruno.buyer" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Download Dusk" })).toBeNull();
    network.on(`POST ${ONE}/refund`, () => {
      network.on(`GET ${ONE}`, ok(aSale({ status: "refunded" })));
      return ok({ message: "The order was refunded, and its license was revoked", expose: true, status: "refunded" });
    });
    await user.click(screen.getByRole("button", { name: "Refund…" }));
    const question = await screen.findByRole("alertdialog", { name: "Refund this order?" });
    expect(question.textContent).toContain(
      `${formatSale(4000).earned} is deducted from your balance. The buyer may no longer use the artwork`,
    );
    expect(network.to(`POST ${ONE}/refund`)).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Refund order" }));
    await screen.findByText("All of it went back to the buyer.");
    expect(screen.getByRole("region", { name: "Payment" }).textContent).toContain(
      `You had earned${formatSale(4000).earned}`,
    );
    expect(screen.queryByText("You earned")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Refund/ })).toBeNull();
  });

  test("of an exclusive license warns that a refund ends its exclusivity, and shows none afterwards", async () => {
    const license = { licenseExclusive: true, licenseTerms: "One book cover." };
    const { user, unmount } = openOrder(aSale({ license }));
    await screen.findByText(/^Exclusive: /);
    await user.click(screen.getByRole("button", { name: "Refund…" }));
    const question = await screen.findByRole("alertdialog", { name: "Refund this order?" });
    expect(question.textContent).toContain("Its exclusivity ends.");
    unmount();
    openOrder(aSale({ license, status: "refunded" }));
    await screen.findByText("One book cover.");
    expect(screen.queryByText(/^Exclusive: /)).toBeNull();
  });

  test("shows amounts as held during a dispute", async () => {
    const { unmount } = openOrder({ ...aSale(), status: "disputed", orderReturned: earned });
    await screen.findByText(`${formatSale(4000).earned} of it is held until the bank decides.`);
    unmount();
    openOrder({ ...aPurchase(), status: "disputed", orderReturned: 4235 });
    await screen.findByText("$42.35 of it is back with you until the bank decides.");
  });

  test("shows the amounts refunded and left, and offers no refund once nothing is left", async () => {
    const { unmount } = openOrder({ ...aSale(), orderReturned: 850 });
    await screen.findByText(`$8.50 of it went back to the buyer; ${formatCents(earned - 850)} is left.`);
    expect(screen.getByRole("button", { name: "Refund…" })).toBeTruthy();
    unmount();
    openOrder({ ...aSale(), orderReturned: earned });
    await screen.findByText(`${formatSale(4000).earned} of it went back to the buyer; $0.00 is left.`);
    expect(screen.queryByRole("button", { name: "Refund…" })).toBeNull();
  });

  test.each([
    [{ amount: 3128, currency: "eur", exchangeRate: 0.92 }, "Converted to €31.28, at 0.92 EUR to the dollar."],
    [{ amount: 2992, currency: "chf", exchangeRate: 0.88 }, "Converted to CHF 29.92, at 0.88 CHF to the dollar."],
    [null, "Not settled yet. The amount in your currency will appear here soon."],
  ])("shows its seller the payout: %o", async (orderPayout, sentence) => {
    openOrder({ ...aSale(), orderPayout });
    await screen.findByText(sentence);
  });

  test("shows no payout without a conversion or with nothing left", async () => {
    const dollars = { amount: 3400, currency: "usd", exchangeRate: null };
    const { unmount } = openOrder({ ...aSale(), orderPayout: dollars });
    await screen.findByText("You earned");
    expect(screen.queryByText(/Converted|settled/)).toBeNull();
    unmount();
    openOrder({ ...aSale({ status: "refunded" }), orderPayout: { amount: 0, currency: "eur", exchangeRate: 0.92 } });
    await screen.findByText("You had earned");
    expect(screen.queryByText(/Converted|settled/)).toBeNull();
  });

  test("that is disputed accepts its seller's evidence", async () => {
    const dispute = { status: "needs_response", evidenceDue: "2027-01-15T08:00:00.000Z" };
    const { user, network } = openOrder({ ...aSale({ status: "disputed" }), dispute });
    expect((await screen.findByText(/explain why the sale was valid/)).textContent).toMatch(/^By 15 Jan 2027/);
    network.on(`POST ${ONE}/evidence`, () => {
      network.on(`GET ${ONE}`, ok({ ...aSale({ status: "disputed" }), dispute: { ...dispute, evidenceDue: null } }));
      return ok({ message: "Your answer was sent to the bank", expose: true });
    });
    await user.type(screen.getByLabelText("Your answer"), "Downloaded at once.");
    expect(asksBeforeClosing()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(screen.queryByLabelText("Your answer")).toBeNull());
    expect(asksBeforeClosing()).toBe(false);
    expect(network.to(`POST ${ONE}/evidence`)[0]?.body).toEqual({ evidenceText: "Downloaded at once." });
  });

  test("that is refunded can't be downloaded, and shows the reason", async () => {
    openOrder(aPurchase({ status: "refunded" }));
    await screen.findByText("Your payment was refunded, so you may no longer use the artwork.");
    expect(screen.queryByRole("button", { name: "Download Dusk" })).toBeNull();
  });

  test("whose refund came back says so, and doesn't say that the money went back", async () => {
    openOrder({ ...aPurchase({ status: "refunded" }), orderReturned: 0 });
    const payment = await screen.findByRole("region", { name: "Payment" });
    expect(payment.textContent).toMatch(
      /The refund came back to Ochre\. We are looking for another way to return it to you\.$/,
    );
  });

  test("that is refunded shows date and amount", async () => {
    const back = { orderReturned: computeFees(4000).orderSpent, orderReturnedAt: "2026-11-30T12:00:00.000Z" };
    const { unmount } = openOrder({ ...aPurchase({ status: "refunded" }), ...back });
    const payment = await screen.findByRole("region", { name: "Payment" });
    expect(payment.textContent).toMatch(/Refunded on 30 Nov 2026, \d\d:00: \$[\d.]+ came back to you\.$/);
    unmount();
    openOrder({ ...aSale({ status: "refunded" }), ...back, orderReturned: earned });
    const sale = await screen.findByRole("region", { name: "Payment" });
    expect(sale.textContent).toMatch(/Refunded on .*: \$[\d.]+ of what you earned went back to the buyer\.$/);
  });

  test("links to the artwork and its reviews while it is visible, and otherwise shows that it isn't", async () => {
    const reviewLink = () => screen.queryByRole("link", { name: /review/ })?.getAttribute("href");
    const pictureLink = () =>
      screen
        .getByRole("img", { name: /^Dusk by/ })
        .closest("a")
        ?.getAttribute("href");
    const { unmount } = openOrder({ ...aPurchase(), artworkShown: true, reviewed: false });
    await waitFor(() => expect(pictureLink()).toBe(`/artwork/${toId(1)}`));
    expect(reviewLink()).toBe(`/artwork/${toId(1)}#reviews`);
    expect(screen.queryByText("This artwork is no longer for sale.")).toBeNull();
    unmount();
    openOrder({ ...aPurchase(), artworkShown: false, reviewed: false });
    await screen.findByText("This artwork is no longer for sale.");
    expect([pictureLink(), reviewLink()]).toEqual([undefined, undefined]);
  });

  test.each([
    ["completed", false, "Write a review"],
    ["completed", true, "Change your review"],
    ["refunded", true, "Change your review"],
    ["refunded", false, undefined],
  ] as const)("that is %s and reviewed: %s offers its buyer: %s", async (status, reviewed, name) => {
    openOrder({ ...aPurchase({ status }), artworkShown: true, reviewed });
    await screen.findByRole("region", { name: "Payment" });
    expect(screen.queryByRole("link", { name: /review/ })?.textContent).toBe(name);
  });

  test("that was free offers no refund", async () => {
    openOrder(aSale({ price: 0 }));
    await screen.findByText("The license was free.");
    expect(screen.queryByRole("button", { name: /^Refund/ })).toBeNull();
  });

  test("of other people is a page that isn't there", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(`GET ${ONE}`, failure("order_not_found"));
    const { at } = openSite(`/orders/${toId(6001)}`, network);
    await waitFor(() => expect(at.path).toBe("/404"));
  });
});
