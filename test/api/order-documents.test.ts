import { describe, expect, test, vi } from "vitest";
import { findDocuments } from "#lambdas/areas/purchases/documents/find-documents.ts";
import { issueDocuments } from "#lambdas/areas/purchases/documents/issue-documents.ts";
import { listDocuments, readDocument, readOrder } from "#shared/contract/licenses.ts";
import { readCheckout } from "#shared/contract/orders.ts";
import { readSettings, updateBilling, updateSelling } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { pdfText } from "#test/support/pdf-text.ts";
import { startShop } from "#test/support/purchasing.ts";
import { billing } from "#test/support/samples.ts";

const { api, given, shop } = await startShop();

const business = {
  licenseUsage: "business",
  licenseCompany: "Dune Press",
  billingVat: "atu 1234-5678",
  billingReference: "PO 4711",
} as const;

const documentsOf = async (orderId: string, as: string) =>
  (await api.call(readOrder, { as, params: { orderId } })).body.documents ?? [];

async function textOf(orderId: string, nth: number, as: string) {
  const { status, body, headers } = await api.call(readDocument, { as, params: { orderId, nth: String(nth) } });
  expect([status, headers["content-type"]]).toEqual([200, "application/pdf"]);
  return pdfText(body);
}

const codeOf = (sellerId: string) => sellerId.slice(-8).toUpperCase();

describe("a paid purchase", () => {
  test("by a company gets an invoice that says who sold what to whom, whose each amount is and that it is paid", async () => {
    const { seller, buyer, ...offered } = await shop.offer({ artworkTitle: "Dunes at dusk" });
    const selling = { sellerAddress: "Atelier 7\nGraz, Austria", sellerVat: "ATU 87654321" };
    await api.call(updateSelling, { as: seller.userId, params: { userId: seller.userId }, body: selling });
    const { orderId } = await shop.purchase(offered, buyer.userId, business);
    expect(await documentsOf(orderId, buyer.userId)).toEqual([
      { nth: 1, kind: "invoice", number: null, issued: null },
    ]);
    await api.follow();
    const number = `${codeOf(seller.userId)}-1`;
    const documents = await documentsOf(orderId, buyer.userId);
    expect(documents).toMatchObject([{ nth: 1, kind: "invoice", number }]);
    expect(await documentsOf(orderId, seller.userId)).toEqual(documents);
    const text = await textOf(orderId, 1, buyer.userId);
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
      orderId,
      "Personal license for business use to “Dunes at dusk”",
      "$20.00",
      "Service fee",
      "Charged by Ochre",
      "$3.35",
      "Total (USD)",
      "$23.35",
      "Paid in full by card on",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain(billing.billingEmail);
    expect(await textOf(orderId, 1, seller.userId)).toBe(text);
  });
});
