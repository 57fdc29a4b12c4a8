import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { drawCertificate } from "#lambdas/areas/purchases/pdf/draw-certificate.ts";
import { buildXmp } from "#lambdas/platform/picture-files/xmp.ts";
import { deriveSigningKey } from "#lambdas/platform/signing/open-signing.ts";
import { formatCertificate } from "#shared/certificate/file.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { HASH_SIDE } from "#shared/rules/picture-hash.ts";
import { certificateSignedBy, PLATFORM_KEY, toDraw } from "#test/support/certificates.ts";
import { aCard, ok } from "#test/web/artwork/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ASK = "POST /api/verifier";

const genuine = certificateSignedBy(PLATFORM_KEY);

const order = toDraw();

const drawn = () => drawCertificate(order);

function openVerifier() {
  const network = createSiteNetwork();
  const { previews, placeholder, width, height } = aCard(1);
  const shown = { previews, placeholder, width, height };
  const { licenseType, licenseUsage, artworkTitle, created } = genuine.payload;
  network.on(ASK, ok({ status: "valid", licenseType, licenseUsage, artworkTitle, created, ...shown }));
  const { keyId, publicKey } = PLATFORM_KEY;
  network.on("GET /api/verifier/key", ok({ algorithm: "Ed25519", keyId, publicKey, keys: [{ keyId, publicKey }] }));
  return openSite("/verifier", network);
}

const drop = (file: File, { parentElement }: HTMLElement) =>
  fireEvent.drop(parentElement as Element, { dataTransfer: { files: [file] } });

const picker = () => screen.findByTestId<HTMLInputElement>("certificate");

describe("the verifier accepts a certificate's file", () => {
  test("as PDF: verifies its signature and shows only the public data of its fingerprint", async () => {
    const { user, network } = openVerifier();
    await user.upload(await picker(), new File([await drawn()], "certificate.pdf", { type: "application/pdf" }));
    await screen.findByRole("heading", { name: "Valid license" });
    expect(
      screen.getByText(/^The certificate inside this PDF is genuine\. The words on its page aren't signed/),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Fingerprint/ }).value).toBe(
      genuine.licenseFingerprint,
    );
    expect(network.to(ASK).map(({ body }) => body)).toEqual([{ licenseFingerprint: genuine.licenseFingerprint }]);
    const page = document.body.textContent;
    for (const secret of ["$40", "4000", order.orderId, "Ada Love", "Theo Okafor"]) expect(page).not.toContain(secret);
  });

  test("as JSON, dropped on the page", async () => {
    openVerifier();
    const file = new File([formatCertificate(genuine)], "certificate.json");
    drop(file, await picker());
    await screen.findByRole("heading", { name: "Valid license" });
  });

  const asJson = (certificate: object) => JSON.stringify(certificate);
  test.each<[string, () => BlobPart | Promise<BlobPart>, string]>([
    ["a file without one", () => "%PDF-1.7 nothing", MESSAGES.certificateMissing],
    ["one above the limit", () => new Uint8Array(LIMITS.certificateFile.maxBytes + 1), MESSAGES.certificateMissing],
    [
      "another's signature",
      () => asJson(certificateSignedBy(deriveSigningKey("a forger's"))),
      MESSAGES.certificateForged,
    ],
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

  test("and shows an error if the browser doesn't support such signatures", async () => {
    const { user, network } = openVerifier();
    const unknown = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new Error("Unrecognized algorithm name"));
    try {
      await user.upload(await picker(), new File([formatCertificate(genuine)], "certificate.json"));
      expect((await screen.findByRole("alert")).textContent).toContain(MESSAGES.certificateUncheckable);
      expect(network.to(ASK)).toEqual([]);
    } finally {
      unknown.mockRestore();
    }
  });
});

const READ_COPIES = "GET /api/copies";

/** Makes the browser decode a picture to these pixels; without any it is damaged. */
function decodedAs(greyAt: ((x: number, y: number) => number) | null) {
  vi.stubGlobal("createImageBitmap", async () => {
    if (!greyAt) throw new Error("The source image could not be decoded");
    return { width: HASH_SIDE, height: HASH_SIDE, close() {} };
  });
  const pixels = Uint8ClampedArray.from({ length: HASH_SIDE ** 2 * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (greyAt?.((at >> 2) % HASH_SIDE, Math.floor((at >> 2) / HASH_SIDE)) ?? 0),
  );
  const context = { fillRect() {}, drawImage() {}, getImageData: () => ({ data: pixels }) };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
}

describe("the verifier accepts a picture", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const jpeg = (content: BlobPart, name = "dusk.jpg") => new File([content], name, { type: "image/jpeg" });
  const detailed = (x: number, y: number) => (x * x * 7 + y * y * 3 + x * y * 5) % 256;

  /** A file whose metadata names this licence. */
  function naming(fingerprint: string, name?: string) {
    const license = { licenseId: "1", imageId: "2", licensee: "Ada", start: "2026", usage: "any", terms: "none" };
    const rights = { creator: "a", copyright: "b", credit: "c", statement: "d", page: "e" };
    return jpeg(buildXmp({ ...rights, license: { ...license, fingerprint, verifier: "f" } }).toString(), name);
  }

  test("that names its licence: shows the licence, and how reliable that is", async () => {
    const { user, network } = openVerifier();
    const { licenseFingerprint: fingerprint } = genuine;
    await user.upload(await picker(), naming(fingerprint));
    await screen.findByRole("heading", { name: "Valid license" });
    expect(screen.getByText(/^The picture's metadata names this license/)).toBeTruthy();
    expect(screen.getByRole("img", { name: "Your file" })).toBeTruthy();
    screen.getByText("The licensed picture");
    expect(screen.queryByText(/signature is genuine/)).toBeNull();
    expect(network.to(ASK).map(({ body }) => body)).toEqual([{ licenseFingerprint: fingerprint }]);
    expect(network.to(READ_COPIES)).toEqual([]);
  });

  test("that names none: shows similar artwork, and no licence", async () => {
    decodedAs(detailed);
    const { user, network } = openVerifier();
    network.on(READ_COPIES, ok({ items: [aCard(1), aCard(2)] }));
    await user.upload(await picker(), jpeg("stripped"));
    await screen.findByRole("heading", { name: "This looks like “Picture 1” by theo.okafor" });
    expect(screen.getByRole("img", { name: "Your file" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Picture 1" })).toBeTruthy();
    const links = screen.getAllByRole("link", { name: /artwork$|Picture 2/ }).map((link) => link.getAttribute("href"));
    expect(links).toEqual([`/artwork/${aCard(2).artworkId}`, `/artwork/${aCard(1).artworkId}`]);
    const [asked] = network.to(READ_COPIES);
    expect(asked?.body).toBeUndefined();
    expect(network.to(ASK)).toEqual([]);
    expect(screen.queryByRole("heading", { name: /license$/, level: 2 })).toBeNull();
  });

  test.each([
    ["that nobody published", detailed, /^The file names no license, and we found no matching artwork on Ochre/, 1],
    ["that is flat", () => 90, /^The file names no license, and the picture has too little detail to be recognized/, 0],
    ["that can't be decoded", null, MESSAGES.checkedPictureUnreadable, 0],
  ] as const)("%s: shows that it finds nothing", async (_what, greyAt, message, asked) => {
    decodedAs(greyAt);
    const { user, network } = openVerifier();
    network.on(READ_COPIES, ok({ items: [] }));
    await user.upload(await picker(), jpeg("stripped"));
    await screen.findByText(message);
    expect(network.to(READ_COPIES)).toHaveLength(asked);
    expect(screen.queryByRole("heading", { name: /^This looks like/ })).toBeNull();
  });

  test("that names a licence that doesn't exist: still compares the picture", async () => {
    decodedAs(detailed);
    const { user, network } = openVerifier();
    network.on(ASK, failure("license_not_found"));
    network.on(READ_COPIES, ok({ items: [aCard(1)] }));
    await user.upload(await picker(), naming("f".repeat(40)));
    await screen.findByRole("heading", { name: "This looks like “Picture 1” by theo.okafor" });
    expect(screen.getByText(/^The license that the file names doesn't exist/)).toBeTruthy();
  });

  test("that names two licences, as an artist's own text may: verifies neither", async () => {
    decodedAs(detailed);
    const { user, network } = openVerifier();
    network.on(READ_COPIES, ok({ items: [] }));
    const text = `plus:LicensorTransactionID><rdf:Bag><rdf:li>${"f".repeat(40)}<`;
    const content = await naming(genuine.licenseFingerprint).arrayBuffer();
    await user.upload(await picker(), new File([text, content], "dusk.jpg", { type: "image/jpeg" }));
    await screen.findByText(/^The file names several licenses, so it proves none/);
    expect(network.to(ASK)).toEqual([]);
  });

  test("over the rate limit: shows the error in place", async () => {
    const { user, network } = openVerifier();
    network.on(ASK, failure("too_many_requests"));
    await user.upload(await picker(), naming(genuine.licenseFingerprint));
    expect((await screen.findByRole("alert")).textContent).toContain(MESSAGES.tooManyRequests);
  });

  test("without a type, as some systems give HEIC and AVIF: is opened as a picture", async () => {
    decodedAs(null);
    openVerifier();
    drop(new File(["stripped"], "dusk.heic"), await picker());
    await screen.findByText(MESSAGES.checkedPictureUnreadable);
  });

  test("that can't be read from disk: shows the error", async () => {
    const { user } = openVerifier();
    const gone = Object.assign(jpeg("gone"), { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) });
    await user.upload(await picker(), gone);
    expect((await screen.findByRole("alert")).textContent).toContain(MESSAGES.fileUnreadable);
  });

  test("and shows the last file's result, even if an earlier one takes longer", async () => {
    decodedAs(detailed);
    const { user, network } = openVerifier();
    network.on(READ_COPIES, ok({ items: [aCard(1)] }));
    const first = naming(genuine.licenseFingerprint);
    let read = (_bytes: ArrayBuffer) => {};
    const content = await first.arrayBuffer();
    await user.upload(
      await picker(),
      Object.assign(first, { arrayBuffer: () => new Promise<ArrayBuffer>((resolve) => (read = resolve)) }),
    );
    drop(jpeg("stripped"), await picker());
    await screen.findByRole("heading", { name: /^This looks like/ });
    await act(async () => read(content));
    expect(screen.getByRole("heading", { name: /^This looks like/ })).toBeTruthy();
    expect(network.to(ASK)).toEqual([]);
  });

  test("but not above the size limit", async () => {
    const { user, network } = openVerifier();
    const file = Object.defineProperty(jpeg("large"), "size", { value: LIMITS.checkedPicture.maxBytes + 1 });
    await user.upload(await picker(), file);
    expect((await screen.findByRole("alert")).textContent).toContain(`${MESSAGES.fileTooLarge}: 50 MB`);
    expect(network.to(READ_COPIES)).toEqual([]);
  });
});
