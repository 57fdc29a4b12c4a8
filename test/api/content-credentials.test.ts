import { createTestCertificate } from "ochre-local/services";
import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { extractOriginal } from "#lambdas/events/uploads/clean-original.ts";
import { openCredentials } from "#lambdas/platform/signing/open-credentials.ts";
import { createArtwork } from "#shared/contract/artwork.ts";
import { downloadOrder } from "#shared/contract/licenses.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { readFields } from "#test/support/picture-fields.ts";
import { createPicture } from "#test/support/pictures.ts";
import { readCredentials } from "#test/support/read-credentials.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

/** The service of a new process, without a cached certificate. */
const fresh = () => ({ contentCredentials: openCredentials({ CREDENTIALS_SECRET_ARN: "credentials" }) });

/** Publishes, orders and downloads a file. */
async function downloadDelivered(file: Buffer, mime: string, form: Partial<ArtworkFormInput> = {}) {
  const [artist, buyer] = [await given.user({ fullName: "Ana Artist" }), await given.user()];
  const { mediaId } = await given.upload(artist.userId, file, mime);
  const { body: artwork } = await api.call(createArtwork, {
    as: artist.userId,
    body: { ...freeArtwork, ...form, mediaId },
  });
  const order = await given.order(artwork.artworkId, buyer.userId);
  const { body } = await api.call(downloadOrder, { as: buyer.userId, params: { orderId: order.orderId } }, fresh());
  return { artist, order, bytes: Buffer.from(await (await fetch(body.redirect)).arrayBuffer()) };
}

const KINDS: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ["image/jpeg", () => createPicture()],
  [
    "image/png",
    async () =>
      sharp(await createPicture())
        .png()
        .toBuffer(),
  ],
];

describe("a delivered file", () => {
  test.each(KINDS)(
    "of type %s has a C2PA signature of the stage's certificate that the reference reader verifies",
    async (mime, make) => {
      const original = await make();
      const unsigned = await downloadDelivered(original, mime);
      expect(unsigned.bytes.includes("c2pa")).toBe(false);

      api.secrets.put("credentials", JSON.stringify(await createTestCertificate()));
      const { order, bytes } = await downloadDelivered(original, mime);
      const { state, passed, failed, assertions, all } = await readCredentials(bytes, mime);
      // A certificate of a test isn't on a trust list.
      expect([state, failed]).toEqual(["Valid", ["signingCredential.untrusted"]]);
      expect(passed).toEqual(expect.arrayContaining(["claimSignature.validated", "assertion.dataHash.match"]));
      expect(JSON.stringify(assertions["c2pa.actions.v2"])).toMatch(/c2pa\.opened.*c2pa\.published/);
      expect(JSON.stringify(all)).toContain(order.license.licenseId);
      expect(readFields(bytes).xmp.creator).toBe("Ana Artist");
      expect(extractOriginal(bytes)?.equals(extractOriginal(unsigned.bytes) ?? Buffer.alloc(0))).toBe(true);
      const samples = await Promise.all([bytes, unsigned.bytes].map((one) => sharp(one).raw().toBuffer()));
      expect(samples[0]?.equals(samples[1] ?? Buffer.alloc(0))).toBe(true);

      const spoilt = Buffer.from(bytes);
      spoilt[spoilt.length - 100] = (spoilt.at(-100) ?? 0) ^ 1;
      expect((await readCredentials(spoilt, mime)).failed).toContain("assertion.dataHash.mismatch");
      api.secrets.put("credentials", "none");
    },
  );

  test("has the artist's statements as gathered assertions, with username and account id", async () => {
    api.secrets.put("credentials", JSON.stringify(await createTestCertificate()));
    const { artist, bytes } = await downloadDelivered(await createPicture(), "image/jpeg", { artworkSource: "photo" });
    const { created, gathered } = await readCredentials(bytes, "image/jpeg");
    const statements = ["Dunes at noon", "Ana Artist", "digitalCapture", artist.name, artist.userId];
    const listStated = (one: unknown) => statements.filter((text) => JSON.stringify(one).includes(text));
    expect([listStated(created), listStated(gathered)]).toEqual([[], statements]);
    api.secrets.put("credentials", "none");
  });

  test("is signed with the account's name, whatever its metadata says", async () => {
    api.secrets.put("credentials", JSON.stringify(await createTestCertificate()));
    const named = await sharp(await createPicture())
      .withExif({ IFD0: { Artist: "Somebody Famous" } })
      .jpeg()
      .toBuffer();
    const { bytes } = await downloadDelivered(named, "image/jpeg");
    const signed = JSON.stringify((await readCredentials(bytes, "image/jpeg")).gathered);
    expect([readFields(bytes).xmp.creator, signed.includes("Somebody"), signed.includes("Ana Artist")]).toEqual([
      "Somebody Famous",
      false,
      true,
    ]);
    api.secrets.put("credentials", "none");
  });

  test("is delivered unsigned if the certificate can't sign, with a counted log line", async () => {
    const { certificates } = await createTestCertificate();
    const privateKey = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
    api.secrets.put("credentials", JSON.stringify({ privateKey, certificates }));
    const error = vi.spyOn(api.services.log, "error").mockReturnValue();
    const { bytes } = await downloadDelivered(await createPicture(), "image/jpeg");
    expect([readFields(bytes).xmp.creator, bytes.includes("c2pa")]).toEqual(["Ana Artist", false]);
    expect(error.mock.calls.map(([message]) => message)).toEqual(["A file couldn't be signed"]);
    expect(JSON.stringify(error.mock.calls)).not.toContain("PRIVATE KEY");
    api.secrets.put("credentials", "none");
  });
});
