import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { drawCertificate } from "#lambdas/areas/purchases/certificate-pdf/draw-certificate.ts";
import { signingKeyOf } from "#lambdas/platform/signing/open-signing.ts";
import { certificateText } from "#shared/certificate/file.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { certificateSignedBy, PLATFORM_KEY, toDraw } from "#test/support/certificates.ts";
import { aCard, ok } from "#test/web/artwork/given.ts";
import { openSite, siteNetwork } from "#test/web/support/site.tsx";

const ASK = "POST /api/verifier";

const genuine = certificateSignedBy(PLATFORM_KEY);

const order = toDraw();

const drawn = () => drawCertificate(order);

function openVerifier() {
  const network = siteNetwork();
  const { previews, placeholder, width, height } = aCard(1);
  const shown = { previews, placeholder, width, height };
  const { licenseType, licenseUsage, artworkTitle, created } = genuine.payload;
  network.on(ASK, ok({ status: "valid", licenseType, licenseUsage, artworkTitle, created, ...shown }));
  const { keyId, publicKey } = PLATFORM_KEY;
  network.on("GET /api/verifier/key", ok({ algorithm: "Ed25519", keyId, publicKey, keys: [{ keyId, publicKey }] }));
  return openSite("/verifier", network);
}

const picker = () => screen.findByTestId<HTMLInputElement>("certificate");

describe("the verifier takes a certificate's file", () => {
  test("as PDF: proves its signature and shows what its fingerprint tells anyone, and no more", async () => {
    const { user, network } = openVerifier();
    await user.upload(await picker(), new File([await drawn()], "certificate.pdf", { type: "application/pdf" }));
    await screen.findByRole("heading", { name: "Valid license" });
    expect(screen.getByText(/^The file's signature is genuine/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Fingerprint/ }).value).toBe(
      genuine.licenseFingerprint,
    );
    expect(network.to(ASK).map(({ body }) => body)).toEqual([{ licenseFingerprint: genuine.licenseFingerprint }]);
    const page = document.body.textContent;
    for (const secret of ["$40", "4000", order.orderId, "Ada Love", "Theo Okafor"]) expect(page).not.toContain(secret);
  });

  test("as JSON, dropped on the page", async () => {
    openVerifier();
    const file = new File([certificateText(genuine)], "certificate.json");
    const zone = (await picker()).parentElement;
    fireEvent.drop(zone as Element, { dataTransfer: { files: [file] } });
    await screen.findByRole("heading", { name: "Valid license" });
  });

  const asJson = (certificate: object) => JSON.stringify(certificate);
  test.each<[string, () => BlobPart | Promise<BlobPart>, string]>([
    ["a file without one", () => "%PDF-1.7 nothing", MESSAGES.certificateMissing],
    ["one above the limit", () => new Uint8Array(LIMITS.certificateFile.maxBytes + 1), MESSAGES.certificateMissing],
    ["another's signature", () => asJson(certificateSignedBy(signingKeyOf("a forger's"))), MESSAGES.certificateForged],
    ["a signature that is no base64", () => asJson({ ...genuine, signature: "%" }), MESSAGES.certificateForged],
    ["a key that isn't ours", () => asJson({ ...genuine, keyId: "0".repeat(16) }), MESSAGES.certificateForged],
    [
      "a PDF with another title",
      async () =>
        Buffer.from(await drawn())
          .toString("latin1")
          .replace('"Dusk"', '"Dawn"'),
      MESSAGES.certificateForged,
    ],
  ])("and refuses %s without looking it up", async (_what, content, message) => {
    const { user, network } = openVerifier();
    await user.upload(await picker(), new File([await content()], "certificate.pdf", { type: "application/pdf" }));
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    expect(network.to(ASK)).toEqual([]);
    expect(screen.queryByText(/signature is genuine/)).toBeNull();
  });

  test("and says so where the browser knows no such signatures", async () => {
    const { user, network } = openVerifier();
    const unknown = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new Error("Unrecognized algorithm name"));
    try {
      await user.upload(await picker(), new File([certificateText(genuine)], "certificate.json"));
      expect((await screen.findByRole("alert")).textContent).toContain(MESSAGES.certificateUncheckable);
      expect(network.to(ASK)).toEqual([]);
    } finally {
      unknown.mockRestore();
    }
  });
});
