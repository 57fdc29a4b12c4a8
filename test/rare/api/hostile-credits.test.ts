import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawCertificate } from "#lambdas/areas/purchases/pdf/draw-certificate.ts";
import { extractOriginal } from "#lambdas/events/uploads/clean-original.ts";
import { reduceJpeg } from "#lambdas/events/uploads/reduce-jpeg.ts";
import { findResolution, parseCredits } from "#lambdas/platform/picture-files/credits.ts";
import { embedRights } from "#lambdas/platform/picture-files/embed-rights.ts";
import { buildSegment, EXIF_PREFIX, XMP_PREFIX } from "#lambdas/platform/picture-files/jpeg-segments.ts";
import { buildChunk } from "#lambdas/platform/picture-files/png-chunks.ts";
import { findCertificate } from "#shared/certificate/file.ts";
import { toDraw } from "#test/support/certificates.ts";
import { createPicture } from "#test/support/pictures.ts";

const APP1 = 0xe1;
const APP2 = 0xe2;
const RIGHTS = {
  creator: "Ada",
  copyright: "© Ada",
  credit: "Ada",
  statement: "https://a.test",
  page: "https://a.test/p",
};

const withExif = (tags: Record<string, string>) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#456" } })
    .withExif({ IFD0: tags })
    .jpeg()
    .toBuffer();

/** An EXIF directory whose entries declare four billion values each. */
function endlessExif() {
  const tiff = Buffer.alloc(64_000);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(5_000, 8);
  for (let at = 10; at + 12 < tiff.length; at += 12) {
    tiff.writeUInt16BE(0x013b, at);
    tiff.writeUInt16BE(1, at + 2);
    tiff.writeUInt32BE(0xffff_ffff, at + 4);
  }
  return tiff;
}

describe("an upload's metadata", () => {
  test("with impossible counts is ignored", () => {
    expect(findResolution(endlessExif())).toBeUndefined();
    const exif = buildSegment(APP1, Buffer.concat([EXIF_PREFIX, endlessExif()]));
    expect(parseCredits(Buffer.concat([Buffer.from([0xff, 0xd8]), exif]), "image/jpeg")).toEqual({
      artist: "",
      copyright: "",
    });
  });

  test("is reduced to one line, so that it can't imitate a certificate in the PDF", async () => {
    const words = '{\n  "payload": {\n"licenseId":"x"\n}\n';
    const image = await withExif({ Artist: words });
    expect(parseCredits(image, "image/jpeg").artist).not.toContain("\n");
    const order = toDraw();
    const pdf = await drawCertificate({ ...order, picture: { jpeg: image, width: 64, height: 64 } });
    expect(findCertificate(pdf)).toEqual(order.certificate);
  });

  test.each([[0x01], [0xd0]])("behind a marker without a length (%i) doesn't become a segment", async (alone) => {
    const plain = await withExif({});
    const packet = buildSegment(APP1, Buffer.concat([XMP_PREFIX, Buffer.from("<rdf:RDF></rdf:RDF>")]));
    // Read with a length, the marker would swallow everything up to the packet in the profile.
    const content = Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01"), Buffer.alloc(0xffd9 - 14), packet]).subarray(
      0,
      65_000,
    );
    const hostile = Buffer.concat([
      plain.subarray(0, 2),
      Buffer.from([0xff, alone]),
      buildSegment(APP2, content),
      plain.subarray(2),
    ]);
    expect(reduceJpeg(hostile, undefined).file.includes(Buffer.from([0xff, alone, 0xff]))).toBe(false);
    const file = embedRights(hostile, "image/jpeg", RIGHTS) ?? hostile;
    expect(file.includes(buildSegment(APP2, content))).toBe(true);
  });
});

test("an animated PNG isn't accepted as a licensed picture", async () => {
  const still = await createPicture({ format: "png" });
  const animated = Buffer.concat([
    still.subarray(0, 33),
    buildChunk("acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
    still.subarray(33),
  ]);
  expect([extractOriginal(still) === undefined, extractOriginal(animated)]).toEqual([false, undefined]);
});
