import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import type { OrderDocument } from "#shared/model/document.ts";
import { ok, toId } from "../artwork/given.ts";
import { aUser } from "../support/fixtures.ts";
import { catchSavedFiles } from "../support/saved-files.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { aPurchase, aSale } from "./given.ts";

const ONE = `/api/orders/${toId(6001)}`;
const LIST = `GET /api/users/${aUser().id}/documents`;

const invoice: OrderDocument = {
  nth: 1,
  kind: "invoice",
  number: "9F3A21C0-12",
  issued: "2026-11-21T10:00:01.000Z",
};
const creditNote: OrderDocument = { ...invoice, nth: 2, kind: "creditNote", number: "9F3A21C0-C3" };
const pdf = (text: string) => ok(new TextEncoder().encode(text));

afterEach(() => void vi.unstubAllEnvs());

describe("an order's documents", () => {
  test("are saved as the API's PDFs, for buyer and seller", async () => {
    const files = catchSavedFiles();
    const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
    network.on(`GET ${ONE}`, ok({ ...aSale({ status: "refunded" }), documents: [invoice, creditNote] }));
    network.on(`GET ${ONE}/documents/1`, pdf("%PDF the invoice"));
    network.on(`GET ${ONE}/documents/2`, pdf("%PDF the credit note"));
    const { user } = openSite(`/orders/${toId(6001)}`, network);
    const documents = await screen.findByRole("region", { name: "Documents" });
    expect(documents.textContent).toContain("Invoice9F3A21C0-12, 21 Nov 2026 UTC");
    await user.click(screen.getByRole("button", { name: "PDF of invoice 9F3A21C0-12" }));
    await user.click(screen.getByRole("button", { name: "PDF of credit note 9F3A21C0-C3" }));
    await waitFor(() =>
      expect(files.map(({ name }) => name)).toEqual(["invoice-9F3A21C0-12.pdf", "credit-note-9F3A21C0-C3.pdf"]),
    );
    expect(await files[0]?.text).toBe("%PDF the invoice");
  });

  test("show their UTC day in every time zone", async () => {
    vi.stubEnv("TZ", "America/Los_Angeles");
    const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
    const issued = "2027-01-01T00:30:00.000Z";
    network.on(`GET ${ONE}`, ok({ ...aPurchase({ created: issued }), documents: [{ ...invoice, issued }] }));
    openSite(`/orders/${toId(6001)}`, network);
    const documents = await screen.findByRole("region", { name: "Documents" });
    expect(documents.textContent).toContain("9F3A21C0-12, 1 Jan 2027 UTC");
    // The purchase's time is in the reader's time zone.
    expect(screen.getByText("31/12/26 16:30").title).toBe("31 Dec 2026, 16:30");
  });

  test("that aren't issued yet appear without a reload", async () => {
    const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
    network.on(`GET ${ONE}`, () => {
      network.on(`GET ${ONE}`, ok({ ...aPurchase(), documents: [{ ...invoice, kind: "receipt" }] }));
      return ok({ ...aPurchase(), documents: [{ ...invoice, kind: "receipt", number: null, issued: null }] });
    });
    openSite(`/orders/${toId(6001)}`, network);
    await screen.findByText("The next document will be here in a moment.");
    await screen.findByRole("button", { name: "PDF of receipt 9F3A21C0-12" }, { timeout: 5_000 });
    expect(screen.queryByText("The next document will be here in a moment.")).toBeNull();
  });

  test("aren't mentioned if there are none", async () => {
    const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
    network.on(`GET ${ONE}`, ok({ ...aPurchase({ price: 0 }), documents: [] }));
    openSite(`/orders/${toId(6001)}`, network);
    await screen.findByText("The license was free.");
    expect(screen.queryByRole("region", { name: "Documents" })).toBeNull();
  });
});

describe("the documents of a year", () => {
  const openOrders = () => {
    const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
    network.on(`GET /api/users/${aUser().id}/orders`, ok({ items: [aPurchase()], cursor: toId(6001), hasMore: false }));
    network.on(`GET /api/users/${aUser().id}/intents`, ok({ items: [] }));
    return network;
  };
  const toListed = (document: OrderDocument) => ({ ...document, orderId: toId(6001) });

  test("are put into one ZIP, page by page of their list", async () => {
    const files = catchSavedFiles();
    const network = openOrders();
    network.on(LIST, ({ query }) =>
      ok(
        query.cursor
          ? { items: [toListed(creditNote)], cursor: null, hasMore: false }
          : { items: [toListed(invoice)], cursor: `${toId(6001)}.1`, hasMore: true },
      ),
    );
    network.on(`GET ${ONE}/documents/1`, pdf("%PDF the invoice"));
    network.on(`GET ${ONE}/documents/2`, pdf("%PDF the credit note"));
    const { user } = openSite("/orders", network);
    const year = new Date().getUTCFullYear();
    await user.click(await screen.findByRole("button", { name: "Download documents" }));
    await screen.findByText(`2 documents from ${year} downloaded.`);
    expect(files.map(({ name }) => name)).toEqual([`purchases-${year}.zip`]);
    const archive = await files[0]?.text;
    for (const part of ["invoice-9F3A21C0-12.pdf", "credit-note-9F3A21C0-C3.pdf", "%PDF the credit note"]) {
      expect(archive).toContain(part);
    }
    expect(network.to(LIST)[0]?.query).toMatchObject({ type: "purchases", year: String(year) });
  });

  test("are split into several ZIPs if there are many", async () => {
    const files = catchSavedFiles();
    const network = openOrders();
    const items = Array.from({ length: LIMITS.documentArchive.max + 1 }, (_, at) =>
      toListed({ ...invoice, number: `9F3A21C0-${at + 1}` }),
    );
    network.on(LIST, ok({ items, cursor: null, hasMore: false }));
    network.on(`GET ${ONE}/documents/1`, pdf("%PDF"));
    const { user } = openSite("/orders", network);
    const year = new Date().getUTCFullYear();
    await user.click(await screen.findByRole("button", { name: "Download documents" }));
    await screen.findByText(`${items.length} documents from ${year} downloaded.`, {}, { timeout: 30_000 });
    expect(files.map(({ name }) => name)).toEqual([`purchases-${year}-1.zip`, `purchases-${year}-2.zip`]);
  });

  test("of a year without any are no file but a message", async () => {
    const files = catchSavedFiles();
    const network = openOrders();
    network.on(LIST, ok({ items: [], cursor: null, hasMore: false }));
    const { user } = openSite("/orders", network);
    await user.click(await screen.findByRole("button", { name: "Download documents" }));
    await screen.findByText(/^There are no documents from \d{4}\.$/);
    expect(files).toEqual([]);
  });
});
