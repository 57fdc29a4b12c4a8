import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { FoundOrders, OrderRecord } from "#shared/model/order-record.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { keepLookReason } from "#web/features/admin/looks/look-reasons.ts";
import { ok, toId } from "../artwork/given.ts";
import { failure } from "../support/fixtures.ts";
import { catchSavedFiles } from "../support/saved-files.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { A_DISPUTE, anOrder } from "./order-given.ts";

const ID = toId(7);
const PATH = `/admin/orders/${ID}`;
const NUMBER = formatOrderNumber(ID);
const MONEY = { spent: 2185, earned: 1563, fee: 622 };
const FIELD = "Order number, link, ID or payment ID";

const aLicense = (over: object = {}) => ({
  licenseId: toId(21),
  artworkId: toId(1),
  versionId: toId(22),
  versionCreated: "2026-11-19T10:00:00.000Z",
  title: "Dunes at noon",
  picture: anOrder().picture,
  price: 2000,
  usage: "business",
  type: "commercial",
  company: "Dune Press",
  assignee: "Zora Buyer",
  assignor: "Ada Painter",
  fingerprint: "f".repeat(40),
  valid: true,
  ...over,
});

const aRecord = (over: object = {}) =>
  OrderRecord.parse({
    ...anOrder(over),
    licenses: [aLicense()],
    bill: { price: 2000, listPrice: 2500, buyerFee: 335, sellerFee: 437, discount: 150, tax: 0 },
    payout: { amount: 1500, currency: "eur" },
    movements: [{ kind: "payment", at: "2026-11-20T10:00:00.000Z", ...MONEY }],
    documents: [{ nth: 1, kind: "invoice", number: "9F3A21C0-12", issued: "2026-11-20T10:00:00.000Z" }],
    cases: [],
    ...over,
  });

const aFoundOrder = (over: object = {}) => {
  const { orderId, status, placed, title, picture, buyer, seller } = anOrder();
  const sides = { buyer: buyer.person, seller: seller.person };
  return { orderId, status, placed, title, picture, spent: 2185, ...sides, ...over };
};

const found = (...items: readonly object[]) => ok(FoundOrders.parse({ items }));

function open(path: string, record: object = {}, permissions: readonly string[] = ["finance"]) {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions }));
  network.on(`GET /api${PATH}`, ok(aRecord(record)));
  network.on(`GET /api${PATH}/ledger`, ok({ booked: MONEY, atProvider: MONEY, unsettled: false, problem: null }));
  network.on(`POST /api${PATH}/mails`, ok({ mails: [{ to: "buyer", subject: "Refund", text: "Hello" }] }));
  return { ...openSite(path, network), network };
}

/** Opens the order after its look had a reason. */
function openOrder(record: object = {}, permissions?: readonly string[]) {
  keepLookReason("demo.moderator", ID, "payment_problem");
  return open(PATH, record, permissions);
}

test("the search needs a text and a reason, and opens the only order found", async () => {
  const { user, network, at } = open("/admin/orders");
  network.on("POST /api/admin/orders/search", found(aFoundOrder()));
  await user.click(await screen.findByRole("button", { name: "Search" }));
  expect(await screen.findAllByText(MESSAGES.required)).toHaveLength(2);
  await user.type(screen.getByLabelText(FIELD), NUMBER);
  await user.selectOptions(screen.getByLabelText("Reason"), "payment_problem");
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: `Order ${NUMBER}` });
  expect(at.path).toBe(PATH);
  expect(network.to("POST /api/admin/orders/search")[0]?.body).toEqual({ q: NUMBER, reason: "payment_problem" });
  expect(network.to(`GET /api${PATH}`)[0]?.query).toEqual({ reason: "payment_problem" });
});

test("the search lists orders that share a number, and says if there is none, or if it failed", async () => {
  const { user, network } = open("/admin/orders");
  network.on("POST /api/admin/orders/search", found(aFoundOrder(), aFoundOrder({ orderId: toId(17), title: "Tide" })));
  await user.type(await screen.findByLabelText(FIELD), NUMBER);
  await user.selectOptions(screen.getByLabelText("Reason"), "security");
  await user.click(screen.getByRole("button", { name: "Search" }));
  const listed = within(await screen.findByRole("list", { name: "Orders found" })).getAllByRole("listitem");
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Zora Buyer bought it from"),
    expect.stringContaining("Tide"),
  ]);
  network.on("POST /api/admin/orders/search", ok({ items: [] }));
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: "No order found" });
  network.on("POST /api/admin/orders/search", failure("internal"));
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByText(MESSAGES.failedSearchOrders);
});

test("an order is read after its reason, and shows money, licence, documents and the books' sentence", async () => {
  const path = `/admin/orders/${toId(12)}`;
  const { user, network } = open(path);
  network.on(`GET /api${path}`, ok(aRecord()));
  const dialog = await screen.findByRole("dialog", { name: "Why do you need to see this order?" });
  await user.click(within(dialog).getByRole("button", { name: "Show the order" }));
  await within(dialog).findByText(MESSAGES.required);
  expect(network.to(`GET /api${path}`)).toEqual([]);
  await user.selectOptions(within(dialog).getByLabelText("Reason"), "legal_request");
  await user.click(within(dialog).getByRole("button", { name: "Show the order" }));
  await screen.findByText("Our books and Stripe agree: $21.85 paid, of which $15.63 for the artist and $6.22 for us.");
  for (const text of ["Dune Press (Zora Buyer)", "Ada Painter", "−$5.00", "−$1.50", "The artist got €15.00."])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(screen.getByRole("table", { name: "Movements of money, oldest first" }).textContent).toContain("$15.63");
  const saved = catchSavedFiles();
  network.on(`GET /api/admin/orders/${ID}/documents/1`, ok("pdf"));
  await user.click(screen.getByRole("button", { name: "PDF of invoice 9F3A21C0-12" }));
  await waitFor(() => expect(network.to(`GET /api/admin/orders/${ID}/documents/1`)).toHaveLength(1));
  expect(network.to(`GET /api/admin/orders/${ID}/documents/1`)[0]?.query).toEqual({ reason: "legal_request" });
  await waitFor(() => expect(saved.length).toBe(1));
});

test("an order of several works shows each licence with its work, version and price", async () => {
  const second = { licenseId: toId(31), versionId: toId(32), title: "Reeds", type: "personal", price: 1234 };
  openOrder({ licenses: [aLicense(), aLicense(second)] });
  const part = await screen.findByRole("region", { name: "2 licenses" });
  const [first, other] = within(part).getAllByRole("listitem");
  for (const text of ["Dunes at noon", "Commercial license", toId(21), toId(22), "$20.00"])
    expect(first?.textContent).toContain(text);
  for (const text of ["Reeds", "Personal license", toId(31), toId(32), "$12.34"])
    expect(other?.textContent).toContain(text);
});

test("people are linked for operators who may see them", async () => {
  const { user, at } = openOrder({}, ["finance", "support"]);
  const [buyer] = await screen.findAllByRole("link", { name: "Their account" });
  if (!buyer) throw new Error("No link");
  await user.click(buyer);
  await waitFor(() => expect(at.path).toBe(`/admin/people/${toId(8)}`));
});

test("without another permission nobody is linked, and a hung Stripe leaves the page as it is", async () => {
  const { network } = openOrder({ dispute: A_DISPUTE, status: "disputed", refundable: false });
  network.on(`GET /api${PATH}/ledger`, failure("internal"));
  await screen.findByText("Stripe didn't answer, so its records weren't compared.");
  expect(screen.queryByRole("link", { name: "Their account" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
});

test("a difference between books and Stripe is said in the command's words", async () => {
  const { network } = openOrder();
  network.on(
    `GET /api${PATH}/ledger`,
    ok({ booked: MONEY, atProvider: MONEY, unsettled: true, problem: "completed, booked 1" }),
  );
  await screen.findByText(/Our books and Stripe differ: completed, booked 1 \(in cents\)\. The artist's part isn't/);
});

test("a refund names its mails, sends the state that is shown, and shows the order afterwards", async () => {
  const { user, network } = openOrder();
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason, as the buyer and the artist read it"), "Fraud");
  await within(dialog).findByText("To the buyer:", { exact: false });
  const by = { id: toId(9), name: "robin", fullName: "", avatar: null };
  const refunded = {
    status: "refunded",
    refundable: false,
    refund: { by, reason: "Fraud", at: "2026-11-21T10:00:00Z" },
  };
  network.on(`POST /api${PATH}/actions`, ok(aRecord(refunded)));
  network.on(`GET /api${PATH}`, ok(aRecord(refunded)));
  await user.click(within(dialog).getByRole("button", { name: "Refund" }));
  await screen.findByText("Refunded by us");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  expect(network.to(`POST /api${PATH}/actions`).map(({ body }) => body)).toEqual([
    { action: "refund", reason: "Fraud", version: "a".repeat(16) },
  ]);
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
});

test("a refused refund says why and reads the order again", async () => {
  const { user, network } = openOrder();
  network.on(`POST /api${PATH}/actions`, failure("order_changed"));
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason, as the buyer and the artist read it"), "Fraud");
  await user.click(within(dialog).getByRole("button", { name: "Refund" }));
  await screen.findByText(MESSAGES.orderChanged);
  await waitFor(() => expect(network.to(`GET /api${PATH}`).length).toBeGreaterThan(1));
});

test("a call without an answer says so", async () => {
  const { user, network } = openOrder();
  network.on(`POST /api${PATH}/actions`, failure("internal"));
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason, as the buyer and the artist read it"), "Fraud");
  await user.click(within(dialog).getByRole("button", { name: "Refund" }));
  await screen.findByText(MESSAGES.failedOrderAction);
});

test("a failed look is said", async () => {
  keepLookReason("demo.moderator", ID, "payment_problem");
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions: ["finance"] }));
  network.on(`GET /api${PATH}`, failure("internal"));
  openSite(PATH, network);
  await screen.findByText(MESSAGES.failedFetchOrder);
});

test("the place isn't offered without its permission", async () => {
  const { at } = open("/admin/orders", {}, ["support", "moderation"]);
  await screen.findByRole("heading", { name: "404" });
  expect(at.path).toBe("/404");
});
