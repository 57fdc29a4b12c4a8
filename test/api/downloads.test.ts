import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { buildFileName } from "#lambdas/areas/purchases/api/licenses/file-name.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { extractOriginal } from "#lambdas/events/uploads/clean-original.ts";
import { computeSha256 } from "#lambdas/events/uploads/inspect-picture.ts";
import { createArtwork, deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { downloadOrder, readCertificate, readLicensedPreviews, readOwnPreviews } from "#shared/contract/licenses.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { readFields } from "#test/support/picture-fields.ts";
import { createPicture } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

const download = (as: string, orderId: string) => api.call(downloadOrder, { as, params: { orderId } });

const rejecting = () => Promise.reject(new Error("S3 is unwell"));

async function downloadFile(as: string, orderId: string) {
  const { status, body } = await download(as, orderId);
  if (status !== 200) throw new Error(`The download answered ${status}`);
  return Buffer.from(await (await fetch(body.redirect)).arrayBuffer());
}

async function createPurchase(artworkTitle = "Dunes at noon") {
  const [artist, buyer] = [await given.user(), await given.user()];
  const artwork = await given.artwork(artist.userId, { artworkTitle });
  const { orderId } = await given.order(artwork.artworkId, buyer.userId);
  return { artist, buyer, orderId, ...artwork };
}

describe("the file of an order", () => {
  test("is the picture that was bought, named by its title, even after the artist replaces and deletes it", async () => {
    const { artist, buyer, artworkId, versionId, orderId } = await createPurchase("Dünen / “noon”");
    const original = await createPicture();
    const { mediaId } = await given.upload(artist.userId, await createPicture({ width: 1100, height: 1100 }));
    const changed = { artworkTitle: "Something else", mediaId, expectedVersion: versionId };
    expect((await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: changed })).status).toBe(
      200,
    );
    expect((await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } })).status).toBe(204);
    await api.processEvents();

    const { status, body } = await download(buyer.userId, orderId);
    expect(status).toBe(200);
    const file = await fetch(body.redirect);
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="D_nen _noon_.jpg"; filename*=UTF-8''D%C3%BCnen%20%E2%80%9Cnoon%E2%80%9D.jpg`,
    );
    const bytes = Buffer.from(await file.arrayBuffer());
    expect([file.status, extractOriginal(bytes)?.equals(original)]).toEqual([200, true]);
    const samples = await Promise.all([bytes, original].map((one) => sharp(one).raw().toBuffer()));
    expect(samples[0]?.equals(samples[1] ?? Buffer.alloc(0))).toBe(true);
  });

  test("names its artist, its licence, its licensee and the verifier, and nothing else of the buyer", async () => {
    const [artist, buyer] = [await given.user({ fullName: "Ana Artist" }), await given.user({ fullName: "Bo Buyer" })];
    const { artworkId } = await given.artwork(artist.userId);
    const order = await given.order(artworkId, buyer.userId);
    const file = await downloadFile(buyer.userId, order.orderId);
    const { xmp, iptc } = readFields(file);
    const [origin, fingerprint] = ["http://localhost:3000", order.license.licenseFingerprint];
    expect(xmp).toMatchObject({
      creator: "Ana Artist",
      rights: `© ${new Date().getUTCFullYear()} Ana Artist`,
      Credit: "Ana Artist",
      WebStatement: `${origin}/license_information`,
      Licensor: expect.stringContaining(`${origin}/artwork/${artworkId}`),
      Licensee: expect.stringContaining("Bo Buyer"),
      LicensorImageID: artworkId,
      LicenseID: order.license.licenseId,
      LicenseStartDate: order.created,
      UsageTerms: "Personal license for personal use",
      LicensorTransactionID: fingerprint,
      OtherLicenseInfo: expect.stringContaining(`${origin}/verifier?fingerprint=${fingerprint}`),
    });
    expect(iptc["By-line"]).toBe("Ana Artist");
    for (const secret of [buyer.email, buyer.name, buyer.userId, order.orderId, order.license.assigneeIdentifier]) {
      expect(file.includes(secret ?? "-")).toBe(false);
    }
  });

  test("names the company of a business licence, not the buyer", async () => {
    const [artist, buyer] = [await given.user(), await given.user({ fullName: "Bo Buyer" })];
    const { artworkId } = await given.artwork(artist.userId);
    const { orderId } = await given.order(artworkId, buyer.userId, {
      licenseUsage: "business",
      licenseCompany: "Bo & Co",
    });
    const file = await downloadFile(buyer.userId, orderId);
    expect([file.includes("Bo &amp; Co"), file.includes("Bo Buyer")]).toEqual([true, false]);
  });

  test("has the title and the IPTC source type of its version, and no type if the artist gave none", async () => {
    const [artist, buyer] = [await given.user(), await given.user()];
    const { artworkId, versionId } = await given.artwork(artist.userId, { artworkSource: "generated" });
    const { orderId } = await given.order(artworkId, buyer.userId);
    const change = { artworkTitle: "Renamed", artworkSource: "hand", expectedVersion: versionId };
    await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: change });
    expect(readFields(await downloadFile(buyer.userId, orderId)).xmp).toMatchObject({
      title: "Dunes at noon",
      DigitalSourceType: "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia",
    });
    const unsaid = await createPurchase();
    const { xmp } = readFields(await downloadFile(unsaid.buyer.userId, unsaid.orderId));
    expect(xmp).not.toHaveProperty("DigitalSourceType");
  });

  test("keeps the credits of the upload's EXIF data", async () => {
    const [artist, buyer] = [await given.user(), await given.user()];
    const credits = { Artist: "Ana", Copyright: "All of it is Ana's" };
    const signed = await sharp(await createPicture())
      .withExif({ IFD0: credits })
      .jpeg()
      .toBuffer();
    const { mediaId } = await given.upload(artist.userId, signed);
    const published = await api.call(createArtwork, { as: artist.userId, body: { ...freeArtwork, mediaId } });
    const { orderId } = await given.order(published.body.artworkId, buyer.userId);
    const { exif, xmp } = readFields(await downloadFile(buyer.userId, orderId));
    expect([exif.Artist, exif.Copyright]).toEqual(Object.values(credits));
    expect([xmp.creator, xmp.rights]).toEqual(Object.values(credits));
  });

  test("keeps the credits that the upload has only in XMP", async () => {
    const [artist, buyer] = [await given.user(), await given.user()];
    const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      ><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:rights><rdf:Alt><rdf:li xml:lang="x-default"
      >All of it is Ana's</rdf:li></rdf:Alt></dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const signed = await sharp(await createPicture())
      .withXmp(packet)
      .jpeg()
      .toBuffer();
    const { mediaId } = await given.upload(artist.userId, signed);
    const published = await api.call(createArtwork, { as: artist.userId, body: { ...freeArtwork, mediaId } });
    const { orderId } = await given.order(published.body.artworkId, buyer.userId);
    const { exif, xmp } = readFields(await downloadFile(buyer.userId, orderId));
    expect([exif.Copyright, xmp.rights, xmp.creator]).toEqual([
      "All of it is Ana's",
      "All of it is Ana's",
      "Some Artist",
    ]);
  });

  test("is made once, and its original has the certificate's hash", async () => {
    const { buyer, orderId } = await createPurchase();
    const first = await downloadFile(buyer.userId, orderId);
    const before = api.s3.countObjects(api.buckets.originals);
    expect((await downloadFile(buyer.userId, orderId)).equals(first)).toBe(true);
    expect(api.s3.countObjects(api.buckets.originals)).toBe(before);
    const { payload } = (await api.call(readCertificate, { as: buyer.userId, params: { orderId } })).body;
    expect(computeSha256(extractOriginal(first) ?? first)).toBe(payload.mediaSha256);
  });

  test("is the plain original while no file can be made, with a counted log line", async () => {
    const { buyer, orderId } = await createPurchase();
    const lines: unknown[] = [];
    const log = { ...api.services.log, error: (...line: unknown[]) => void lines.push(line) };
    const deliveries = { ...api.services.deliveries, readSize: rejecting, read: rejecting };
    const { status, body } = await api.call(
      downloadOrder,
      { as: buyer.userId, params: { orderId } },
      { deliveries, log },
    );
    const file = Buffer.from(await (await fetch(body.redirect)).arrayBuffer());
    expect([status, file.equals(await createPicture())]).toEqual([200, true]);
    expect(lines).toMatchObject([["A licence couldn't be written into its file", { FilesWithoutLicense: 1, orderId }]]);
  });

  test("has a link whose signature covers its expiry of a minute", async () => {
    const { buyer, orderId } = await createPurchase();
    const link = new URL((await download(buyer.userId, orderId)).body.redirect);
    expect(link.searchParams.get("X-Amz-Expires")).toBe("60");
    link.searchParams.set("X-Amz-Expires", "600");
    expect((await fetch(link)).status).toBe(403);
  });

  test("is refused to others than the buyer", async () => {
    const { artist, buyer, orderId } = await createPurchase();
    for (const someone of [artist, await given.user()]) {
      const refused = await download(someone.userId, orderId);
      expect([refused.status, refused.failure.code]).toEqual([404, "order_not_found"]);
    }
    expect((await api.call(downloadOrder, { params: { orderId } })).status).toBe(401);
    expect((await download(buyer.userId, api.services.newId())).failure.code).toBe("order_not_found");
  });

  test("is refused once the licence is revoked", async () => {
    const { buyer, orderId } = await createPurchase();
    await api.services.table.send(OrderEntity.build(UpdateItemCommand).item({ orderId, status: "refunded" }));
    const refused = await download(buyer.userId, orderId);
    expect([refused.status, refused.failure.code]).toEqual([410, "license_revoked"]);
  });
});

describe("the original for viewing", () => {
  const seenBy = (as: string, orderId: string) => api.call(readLicensedPreviews, { as, params: { orderId } });

  test("has a link of one minute for its artist and the licence holder, and nobody else", async () => {
    const { artist, buyer, artworkId, orderId } = await createPurchase();
    const held = (await seenBy(buyer.userId, orderId)).body;
    const own = (await api.call(readOwnPreviews, { as: artist.userId, params: { artworkId } })).body;
    for (const { original } of [held, own]) {
      const file = await fetch(original);
      expect([file.headers.get("content-disposition"), file.headers.get("cache-control")]).toEqual([
        null,
        "private, no-store",
      ]);
      expect(Buffer.from(await file.arrayBuffer()).equals(await createPicture())).toBe(true);
      expect(new URL(original).searchParams.get("X-Amz-Expires")).toBe("60");
    }
    expect((await seenBy(artist.userId, orderId)).failure.code).toBe("order_not_found");
    const other = await api.call(readOwnPreviews, { as: buyer.userId, params: { artworkId } });
    expect(other.failure.code).toBe("artwork_not_found");
    await api.services.table.send(OrderEntity.build(UpdateItemCommand).item({ orderId, status: "refunded" }));
    expect((await seenBy(buyer.userId, orderId)).failure.code).toBe("license_revoked");
  });
});

test.each([
  ["Dunes at noon", "image/jpeg", "Dunes at noon.jpg"],
  ["砂丘", "image/png", "砂丘.png"],
  ["  ../../etc: *passwd*?  ", "image/gif", "etc passwd.gif"],
  ["a\u0000b\nc\u202Egpj", "image/jpeg", "a b c gpj.jpg"],
  ["...", "image/jpeg", "artwork.jpg"],
  ["aux", "image/png", "aux_.png"],
  // A composed letter that NFC writes as two, so that a title of 70 letters has 420 bytes.
  ["\u0958".repeat(70), "image/jpeg", `${"\u0915\u093C".repeat(33)}.jpg`],
])("the title %j becomes a valid file name on every system", (title, mime, expected) => {
  expect(buildFileName(title, mime)).toBe(expected);
});
