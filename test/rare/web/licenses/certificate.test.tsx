import { screen, waitFor } from "@testing-library/react";
import { encode } from "uqr";
import { afterEach, expect, test, vi } from "vitest";
import { APP_NAME } from "#shared/brand.ts";
import { Certificate } from "#shared/model/license.ts";
import { ok, toId } from "#test/web/artwork/given.ts";
import { aPurchase } from "#test/web/orders/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { catchSavedFiles } from "#test/web/support/saved-files.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ORDER = `/api/orders/${toId(6001)}`;
const PAGE = `/orders/${toId(6001)}/certificate`;

const certificate = Certificate.parse({
  payload: {
    licenseId: toId(7001),
    artworkId: toId(1),
    artworkTitle: "Dusk",
    versionId: toId(5001),
    mediaSha256: "e".repeat(64),
    licenseUsage: "personal",
    licenseType: "personal",
    licensePrice: 4000,
    termsHash: "b".repeat(64),
    created: "2026-11-21T10:00:00.000Z",
    assigneeCommitment: "c".repeat(64),
    assignorCommitment: "d".repeat(64),
  },
  licenseFingerprint: "0123456789abcdef0123456789abcdef01234567",
  signature: "c2lnbmVk",
  keyId: "0123456789abcdef",
});

function given(order = aPurchase()) {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET ${ORDER}`, ok(order));
  network.on(`GET ${ORDER}/certificate`, ok(certificate));
  return network;
}

afterEach(() => vi.restoreAllMocks());

test("the certificate of one of several licenses shows that one's picture", async () => {
  const [lead, further] = [aPurchase({ orderId: toId(6000), title: "Dawn" }), aPurchase()];
  const items = [lead, further].map(({ artwork, license }) => ({ artwork, license }));
  const network = given({ ...lead, items });
  openSite(PAGE, network);
  await screen.findByRole("article");
  await waitFor(() => expect(network.to(`GET ${ORDER}/previews`)).toHaveLength(1));
  expect(network.to(`GET /api/orders/${toId(6000)}/previews`)).toEqual([]);
});

test("the certificate shows its parties and all proofs", async () => {
  openSite(PAGE, given());
  const sheet = await screen.findByRole("article");
  expect(sheet.textContent).toContain(
    "Ada Love holds a personal license to the artwork “Dusk”, granted by Theo Okafor.",
  );
  const { payload, licenseFingerprint, signature, keyId } = certificate;
  for (const proof of [
    licenseFingerprint,
    payload.licenseId,
    payload.mediaSha256,
    payload.termsHash,
    signature,
    keyId,
  ]) {
    expect(sheet.textContent).toContain(proof);
  }
  expect(sheet.textContent).toContain(`/verifier?fingerprint=${licenseFingerprint}`);
  const inOrder = [
    "What it allows",
    "Ada Love may use the work",
    "Granted by",
    "21 November 2026 UTC",
    "$40.00",
    "Order",
    "Original (SHA-256)",
  ];
  const places = inOrder.map((words) => sheet.textContent.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(sheet.textContent).not.toContain("REVOKED");
  expect(sheet.textContent).not.toContain("aaaaaaaaaaaaaaaaaaaa");
});

const code = () =>
  screen
    .getByRole("img", { name: /^QR code/ })
    .querySelector("path")
    ?.getAttribute("d");

test("the certificate has a QR code of the verifier's URL, and a seal while it is valid", async () => {
  const { unmount } = openSite(PAGE, given());
  const sheet = await screen.findByRole("article");
  const modules = encode(`${window.location.origin}/verifier?fingerprint=${certificate.licenseFingerprint}`, {
    ecc: "M",
  });
  const dark = modules.data.flat().filter(Boolean).length;
  expect(code()?.match(/M/g)).toHaveLength(dark);
  expect(sheet.querySelector("svg text")?.textContent).toBe(APP_NAME);
  unmount();
  openSite(PAGE, given(aPurchase({ status: "refunded" })));
  expect((await screen.findByRole("article")).querySelector("svg text")).toBeNull();
});

test("a business is named with its representative, and a revoked license is marked", async () => {
  const license = { licenseUsage: "business", licenseCompany: "Dune Ltd" };
  openSite(PAGE, given(aPurchase({ status: "refunded", license })));
  const sheet = await screen.findByRole("article");
  expect(sheet.textContent).toContain("Dune Ltd, represented by Ada Love, held a personal license");
  expect(sheet.textContent).toContain("REVOKED");
  expect(sheet.textContent).not.toContain("What it allows");
});

test("the certificate can be saved as its exact JSON, and printed", async () => {
  const files = catchSavedFiles();
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const { user } = openSite(PAGE, given());
  await user.click(await screen.findByRole("button", { name: "Save as JSON" }));
  expect(files.map(({ name }) => name)).toEqual(["certificate-01234567.json"]);
  expect(JSON.parse((await files[0]?.text) ?? "")).toEqual(certificate);
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});

test("the certificate can be saved as the API's PDF", async () => {
  const files = catchSavedFiles();
  const network = given();
  network.on(`GET ${ORDER}/certificate.pdf`, ok(new TextEncoder().encode("%PDF-1.7 drawn")));
  const { user } = openSite(PAGE, network);
  await user.click(await screen.findByRole("button", { name: "Save as PDF" }));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(["certificate-01234567.pdf"]));
  expect(await files[0]?.text).toBe("%PDF-1.7 drawn");
});

test("someone else's order leads to the 404 page", async () => {
  const network = createSiteNetwork({ signedIn: true });
  for (const path of [ORDER, `${ORDER}/certificate`]) {
    network.on(`GET ${path}`, failure("order_not_found"));
  }
  const { at } = openSite(PAGE, network);
  await waitFor(() => expect(at.path).toBe("/404"));
});
