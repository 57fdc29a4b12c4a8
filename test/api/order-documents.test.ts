import { describe, expect, test } from "vitest";
import { closeAccount } from "#lambdas/areas/auth/close-account.ts";
import { readTrade } from "#lambdas/areas/personal-data/trade.ts";
import { findDocuments } from "#lambdas/areas/purchases/documents/find-documents.ts";
import { issueDocuments } from "#lambdas/areas/purchases/documents/issue-documents.ts";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { drawDocument } from "#lambdas/areas/purchases/pdf/draw-document.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { listDocuments, readDocument, readOrder } from "#shared/contract/licenses.ts";
import { readCheckout } from "#shared/contract/orders.ts";
import { readSettings, updateBilling, updateSelling } from "#shared/contract/users.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { breaking, Crashed, eachCrash } from "#test/support/breaking.ts";
import { billing } from "#test/support/given.ts";
import { pdfText } from "#test/support/pdf-text.ts";
import { startShop } from "#test/support/purchasing.ts";
import { formatCents, formatTotal, SALE } from "#test/support/sale-amounts.ts";

const { api, given, shop } = await startShop();

const business = {
  licenseUsage: "business",
  licenseCompany: "Dune Press",
  billingVat: "atu 1234-5678",
  billingReference: "PO 4711",
} as const;

const company = { licenseUsage: "business", licenseCompany: "Dune Press" } as const;
const person = { licenseUsage: "personal", licenseCompany: "" } as const;

const getDocuments = async (orderId: string, as: string) =>
  (await api.call(readOrder, { as, params: { orderId } })).body.documents ?? [];

async function getText(orderId: string, nth: number, as: string) {
  const { status, body, headers } = await api.call(readDocument, { as, params: { orderId, nth: String(nth) } });
  expect([status, headers["content-type"]]).toEqual([200, "application/pdf"]);
  return pdfText(body);
}

const toCode = (sellerId: string) => sellerId.slice(-8).toUpperCase();

describe("a paid purchase", () => {
  test("by a company gets an invoice with seller, buyer, amounts and payment", async () => {
    const { seller, buyer, ...offered } = await shop.offer({ artworkTitle: "Dunes at dusk" });
    const selling = { sellerAddress: "Atelier 7\nGraz, Austria", sellerVat: "ATU 87654321" };
    await api.call(updateSelling, { as: seller.userId, params: { userId: seller.userId }, body: selling });
    const { orderId } = await shop.purchase(offered, buyer.userId, business);
    expect(await getDocuments(orderId, buyer.userId)).toEqual([
      { nth: 1, kind: "invoice", number: null, issued: null },
    ]);
    await api.processEvents();
    const number = `${toCode(seller.userId)}-1`;
    const documents = await getDocuments(orderId, buyer.userId);
    expect(documents).toMatchObject([{ nth: 1, kind: "invoice", number }]);
    expect(await getDocuments(orderId, seller.userId)).toEqual(documents);
    const text = await getText(orderId, 1, buyer.userId);
    for (const words of [
      "Invoice",
      number,
      "Ada Painter",
      "Atelier 7",
      "Graz, Austria",
      "VAT ATU87654321",
      "Dune Press",
      "Colour Street 1",
      "1010 Vienna",
      "Austria",
      "VAT ATU12345678",
      "PO 4711",
      formatOrderNumber(orderId),
      "Personal license for business use to “Dunes at dusk”",
      "$20.00",
      "Service fee",
      "Charged by Ochre",
      formatCents(SALE.buyerFee),
      "Total (USD)",
      formatCents(SALE.orderSpent),
      "UTC, through Stripe.",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain(billing.billingEmail);
    expect(await getText(orderId, 1, seller.userId)).toBe(text);
  });

  test("by an individual gets a receipt with the discount, which later changes of addresses don't alter", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const discountId = api.services.newId();
    await createDiscount(api.services.table, { discountId, code: "TEN", percent: 10, from: 0, perUser: 1 });
    const { orderId } = await shop.purchase(offered, buyer.userId, { discountId });
    await api.processEvents();
    const [receipt] = await getDocuments(orderId, buyer.userId);
    expect(receipt).toMatchObject({ kind: "receipt", number: `${toCode(seller.userId)}-1` });
    const text = await getText(orderId, 1, buyer.userId);
    for (const words of ["Receipt", "Ada Painter", "−$2.00", "Granted by Ochre", formatTotal(2000, 200)])
      expect(text).toContain(words);
    expect(text).not.toContain("VAT");
    const moved = { ...billing, billingAddress: "Another Street 2" };
    await api.call(updateBilling, { as: buyer.userId, params: { userId: buyer.userId }, body: moved });
    await api.call(updateSelling, {
      as: seller.userId,
      params: { userId: seller.userId },
      body: { sellerAddress: "Moved since" },
    });
    expect(await getText(orderId, 1, buyer.userId)).toBe(text);
    expect(await getText(orderId, 1, seller.userId)).toBe(text);
  });

  test("has names and titles in their scripts, on the page and in the embedded file", async () => {
    const { buyer, ...offered } = await shop.offer({ artworkTitle: "砂丘" });
    const { orderId } = await shop.purchase(offered, buyer.userId, { ...business, licenseCompany: "砂丘社" });
    await api.processEvents();
    const params = { orderId, nth: "1" };
    const file = Buffer.from((await api.call(readDocument, { as: buyer.userId, params })).body);
    expect(pdfText(file)).toContain("to “砂丘” Sold by Ada Painter, licensed to 砂丘社");
    expect(file.toString()).toContain('"name": "砂丘社"');
  });

  test("stays on one page, even with 75 lines of the seller's address", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    const sellerAddress = Array.from({ length: 75 }, (_, at) => `L${at}`).join("\n");
    await api.call(updateSelling, { as: seller.userId, params: { userId: seller.userId }, body: { sellerAddress } });
    const { orderId } = await shop.purchase(offered, buyer.userId, business);
    await api.processEvents();
    const { body } = await api.call(readDocument, { as: buyer.userId, params: { orderId, nth: "1" } });
    expect(
      Buffer.from(body)
        .toString("latin1")
        .match(/\/Type \/Page\b/g),
    ).toHaveLength(1);
    expect(pdfText(body)).toContain("L7, L8, L9");
  });

  test("of a free licence gets no document", async () => {
    const [artist, buyer] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const { orderId } = await given.order(artworkId, buyer.userId);
    await api.processEvents();
    expect(await getDocuments(orderId, buyer.userId)).toEqual([]);
    const { status, failure } = await api.call(readDocument, { as: buyer.userId, params: { orderId, nth: "1" } });
    expect([status, failure.code, failure.message]).toEqual([404, "document_not_found", MESSAGES.documentNotFound]);
  });

  test("has documents for its two parties only, and none under another number", async () => {
    const { buyer, order } = await shop.createSale();
    await api.processEvents();
    const stranger = await given.user();
    for (const [as, nth, status] of [
      [buyer.userId, "1", 200],
      [buyer.userId, "2", 404],
      [stranger.userId, "1", 404],
      [buyer.userId, "0", 400],
      [buyer.userId, "one", 400],
    ] as const) {
      const params = { orderId: order.orderId, nth };
      expect((await api.call(readDocument, { as, params })).status).toBe(status);
    }
  });
});

/** Kind, number and amount in cents of an order's documents. */
async function issuedFor(orderId: string) {
  await api.processEvents();
  const documents = await findDocuments(api.services.table, orderId);
  return documents.map(({ kind, number, amount }) => [kind, number, amount]);
}

describe("returned money", () => {
  test("of a full refund gets a credit note of its own series, which names the invoice", async () => {
    const { seller, buyer, order } = await shop.createSale(business);
    await shop.refund(order.orderId, seller.userId);
    expect(await issuedFor(order.orderId)).toEqual([
      ["invoice", 1, SALE.orderSpent],
      ["creditNote", 1, SALE.orderSpent],
    ]);
    const documents = await getDocuments(order.orderId, buyer.userId);
    expect(documents[1]?.number).toBe(`${toCode(seller.userId)}-C1`);
    const text = await getText(order.orderId, 2, buyer.userId);
    const words = [
      "Credit note",
      "Reverses invoice",
      documents[0]?.number ?? "",
      "Total credited",
      formatCents(SALE.buyerFee),
      "PO 4711",
    ];
    for (const expected of words) expect(text).toContain(expected);
    await shop.refund(order.orderId, seller.userId);
    expect(await issuedFor(order.orderId)).toHaveLength(2);
  });

  test("of a partial refund is credited once, even if the stream repeats it", async () => {
    const { seller, order, chargeId } = await shop.createSale();
    await api.provider.refunds.create({ charge: chargeId, amount: 500 });
    await shop.deliver();
    await api.processEvents({ times: 2 });
    await shop.refund(order.orderId, seller.userId);
    expect(await issuedFor(order.orderId)).toEqual([
      ["receipt", 1, SALE.orderSpent],
      ["creditNote", 1, 500],
      ["creditNote", 2, SALE.orderSpent - 500],
    ]);
    expect(await getText(order.orderId, 2, seller.userId)).toContain("Part of the price of “Dunes at noon”");
  });

  test("of a dispute is credited when it is lost, and not when it is won", async () => {
    const [lost, won] = [await shop.createSale(), await shop.createSale()];
    for (const { chargeId } of [lost, won]) api.stripe.disputeCharge(chargeId);
    await shop.deliver();
    expect(await lost.statusNow()).toBe("disputed");
    expect(await issuedFor(lost.order.orderId)).toEqual([["receipt", 1, SALE.orderSpent]]);
    const getDispute = async (sale: typeof lost) => (await sale.itemNow())?.disputeId ?? "";
    api.stripe.closeDispute(await getDispute(lost), "lost");
    api.stripe.closeDispute(await getDispute(won), "won");
    await shop.deliver();
    expect(await issuedFor(lost.order.orderId)).toEqual([
      ["receipt", 1, SALE.orderSpent],
      ["creditNote", 1, SALE.orderSpent],
    ]);
    expect(await issuedFor(won.order.orderId)).toEqual([["receipt", 1, SALE.orderSpent]]);
  });

  test("of a refund that the bank returned is billed again", async () => {
    const { seller, buyer, order, chargeId } = await shop.createSale();
    await shop.refund(order.orderId, seller.userId);
    await api.processEvents();
    const { data } = await api.provider.refunds.list({ charge: chargeId });
    api.stripe.finishRefund(data[0]?.id ?? "", "failed");
    await shop.deliver();
    expect(await issuedFor(order.orderId)).toEqual([
      ["receipt", 1, SALE.orderSpent],
      ["creditNote", 1, SALE.orderSpent],
      ["receipt", 2, SALE.orderSpent],
    ]);
    const text = await getText(order.orderId, 3, buyer.userId);
    expect(text).toContain("Reverses credit note");
    expect(text).toContain("the returned amount was received again");
  });
});

test("20 concurrent sales of one seller get the numbers 1 to 20, each once and in the order of their dates", async () => {
  const { seller, ...offered } = await shop.offer();
  const orderIds: string[] = [];
  for (let nth = 0; nth < 20; nth++) {
    const { orderId } = await shop.purchase(offered, (await given.user()).userId);
    orderIds.push(orderId);
  }
  // The stream may deliver a record twice.
  await Promise.all([...orderIds, ...orderIds].map((orderId) => issueDocuments(api.services, orderId)));
  const issued = (await Promise.all(orderIds.map((orderId) => findDocuments(api.services.table, orderId)))).flat();
  const inOrder = issued.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0));
  expect(inOrder.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  const dates = inOrder.map(({ issued: at }) => at ?? "");
  expect(dates).toEqual(dates.toSorted());
});

test("a crash before or after any call wastes no number, and the next run finishes the document", async () => {
  const { seller, ...offered } = await shop.offer();
  const numbers: (number | undefined)[] = [];
  await eachCrash(async (nth, when) => {
    const { orderId } = await shop.purchase(offered, (await given.user()).userId);
    const { instead, crashed } = breaking(api, nth, when);
    await issueDocuments({ now: api.services.now, ...instead }, orderId).catch((error) => {
      if (!(error instanceof Crashed)) throw error;
    });
    await issueDocuments(api.services, orderId);
    const [document] = await findDocuments(api.services.table, orderId);
    numbers.push(document?.number);
    return crashed();
  });
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expect(numbers.length).toBeGreaterThan(5);
  expect(seller.userId).toBeTruthy();
});

describe("a company's VAT number and reference", () => {
  test.each([
    ["a number of another form", { billingVat: "AT123" }, { billingVat: MESSAGES.vatInvalid }],
    ["a number that is too long", { billingVat: "A".repeat(31) }, { billingVat: formatTooLong(30) }],
    ["a reference that is too long", { billingReference: "x".repeat(51) }, { billingReference: formatTooLong(50) }],
    ["a number of a person", { billingVat: "ATU12345678", ...person }, { billingVat: MESSAGES.invalid }],
    ["a reference of a person", { billingReference: "PO 1", ...person }, { billingReference: MESSAGES.invalid }],
  ])("refuses %s", async (_what, license, fields) => {
    const { buyer, ...offered } = await shop.offer();
    const { status, failure } = await shop.begin(offered, buyer.userId, { ...company, ...license });
    expect([status, failure.fields]).toEqual([400, fields]);
  });

  test("are checked by the country of the account's billing address if the form has none", async () => {
    const { buyer, ...offered } = await shop.offer();
    const params = { userId: buyer.userId };
    await api.call(updateBilling, { as: buyer.userId, params, body: { ...billing, billingCountry: "US" } });
    const license = { ...company, billing: undefined, billingVat: "12-3456789" };
    const { body } = await shop.begin(offered, buyer.userId, license);
    await shop.pay(body.orderIntent);
    const placed = await shop.place(body.orderIntent, buyer.userId);
    await api.processEvents();
    expect(await getText(placed.body.orderId, 1, buyer.userId)).toContain("VAT 123456789");
  });

  test("are remembered, except for the reference, only once the payment succeeded", async () => {
    const { buyer, ...offered } = await shop.offer();
    const params = { artworkId: offered.artworkId };
    const remembered = async () => {
      const { company: name, vat } = (await api.call(readCheckout, { as: buyer.userId, params })).body;
      return [name, vat];
    };
    const { body } = await shop.begin(offered, buyer.userId, business);
    await api.processEvents();
    expect(await remembered()).toEqual([null, null]);
    await shop.pay(body.orderIntent);
    await shop.place(body.orderIntent, buyer.userId);
    await api.processEvents();
    expect(await remembered()).toEqual(["Dune Press", "ATU12345678"]);
    await shop.purchase(offered, buyer.userId, { ...business, licenseCompany: "Sand Ltd", billingVat: "" });
    await api.processEvents();
    expect(await remembered()).toEqual(["Sand Ltd", null]);
  });
});

test("a seller's details are stored normalized, and removed by empty fields", async () => {
  const { userId } = await given.user();
  const self = { as: userId, params: { userId } };
  const set = (body: object) => api.call(updateSelling, { ...self, body });
  const selling = async () => (await api.call(readSettings, self)).body.selling;
  expect((await set({ sellerAddress: "Way 1\nGraz", sellerVat: "che-123.456.789 mwst" })).body.message).toBe(
    MESSAGES.sellingUpdated,
  );
  expect(await selling()).toEqual({ sellerAddress: "Way 1\nGraz", sellerVat: "CHE123456789MWST" });
  const refused = await set({ sellerVat: "123456789" });
  expect([refused.status, refused.failure.fields]).toEqual([400, { sellerVat: MESSAGES.vatInvalid }]);
  await set({ sellerAddress: "", sellerVat: "" });
  expect(await selling()).toEqual({ sellerAddress: "", sellerVat: "" });
});

test("the documents of a year are listed for each party, page by page", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  const first = await shop.purchase(offered, buyer.userId);
  const second = await shop.purchase(offered, buyer.userId, { licenseType: "commercial" });
  await shop.refund(first.orderId, seller.userId);
  await api.processEvents();
  const year = String(api.services.now().getUTCFullYear());
  const list = (as: string, query: Record<string, string>) =>
    api.call(listDocuments, { as, params: { userId: as }, query: { year, ...query } });
  const code = toCode(seller.userId);
  const { items } = (await list(buyer.userId, {})).body;
  expect(items).toMatchObject([
    { orderId: first.orderId, nth: 1, kind: "receipt", number: expect.stringContaining(`${code}-`) },
    { orderId: first.orderId, nth: 2, kind: "creditNote", number: `${code}-C1` },
    { orderId: second.orderId, nth: 1, kind: "receipt" },
  ]);
  const paged = [];
  for (let cursor = ""; ; ) {
    const { body } = await list(seller.userId, { type: "sales", limit: "1", ...(cursor ? { cursor } : {}) });
    paged.push(...body.items);
    if (!body.cursor) break;
    cursor = body.cursor;
  }
  // DynamoDB decides on the order of one order's documents across pages.
  expect(paged).toHaveLength(items.length);
  expect(paged).toEqual(expect.arrayContaining(items));
  expect((await list(buyer.userId, { type: "sales" })).body.items).toEqual([]);
  expect((await list(buyer.userId, { year: "2020" })).body.items).toEqual([]);
  expect((await list(buyer.userId, { cursor: "nowhere" })).failure.fields).toEqual({ cursor: MESSAGES.invalid });
});

/** Creates a company's purchase from a seller with an address, and refunds it. */
async function tradedThere() {
  const { seller, buyer, ...offered } = await shop.offer();
  const selling = { sellerAddress: "Atelier 7, Graz", sellerVat: "ATU87654321" };
  await api.call(updateSelling, { as: seller.userId, params: { userId: seller.userId }, body: selling });
  const { orderId } = await shop.purchase(offered, buyer.userId, business);
  await shop.refund(orderId, seller.userId);
  await api.processEvents();
  return { seller, buyer, orderId };
}

test("closing an account removes its billing details and leaves its documents unchanged", async () => {
  const { seller, buyer, orderId } = await tradedThere();
  const before = await getText(orderId, 1, seller.userId);
  api.travel(60);
  for (const { userId } of [buyer, seller]) {
    const user = await findUser(api.services.table, userId);
    if (!user) throw new Error("Everyone has an account");
    expect(await closeAccount(api.services.table, user, api.services.now())).toBeUndefined();
    const closed = await findUser(api.services.table, userId);
    expect([closed?.company, closed?.vat, closed?.sellerAddress, closed?.sellerVat, closed?.billing]).toEqual(
      Array(5).fill(undefined),
    );
  }
  expect(await findDocuments(api.services.table, orderId)).toHaveLength(2);
  expect(before).toContain("Colour Street 1");
  const [order, documents] = [
    await findOrder(api.services.table, orderId),
    await findDocuments(api.services.table, orderId),
  ];
  const drawn = order && (await drawDocument(order, documents, 1));
  expect(drawn && pdfText(drawn)).toBe(before);
});

test("each party's export has the documents of its orders, without the other party's details", async () => {
  const { seller, buyer, orderId } = await tradedThere();
  const [bought] = (await readTrade(api.services.table, buyer.userId)).sections.purchases;
  const [sold] = (await readTrade(api.services.table, seller.userId)).sections.sales;
  const numbers = [`${toCode(seller.userId)}-1`, `${toCode(seller.userId)}-C1`];
  expect(bought).toMatchObject({
    orderId,
    documents: [
      { kind: "invoice", number: numbers[0], amount: SALE.orderSpent, vat: "ATU12345678", reference: "PO 4711" },
      { kind: "creditNote", number: numbers[1], amount: SALE.orderSpent },
    ],
  });
  expect(sold).toMatchObject({
    documents: [
      { kind: "invoice", number: numbers[0], sellerVat: "ATU87654321", sellerAddress: "Atelier 7, Graz" },
      { kind: "creditNote", number: numbers[1] },
    ],
  });
  expect(JSON.stringify(bought)).not.toMatch(/Atelier 7|ATU87654321/);
  expect(JSON.stringify(sold)).not.toMatch(/Colour Street|ATU12345678|PO 4711/);
});
