import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { cleanOriginal, extractOriginal } from "#lambdas/events/uploads/clean-original.ts";
import { derivePreviews } from "#lambdas/events/uploads/derive-previews.ts";
import { computeSha256, inspectPicture } from "#lambdas/events/uploads/inspect-picture.ts";
import { parseCredits } from "#lambdas/platform/picture-files/credits.ts";
import { embedRights } from "#lambdas/platform/picture-files/embed-rights.ts";
import { buildSegment } from "#lambdas/platform/picture-files/jpeg-segments.ts";
import { buildChunk } from "#lambdas/platform/picture-files/png-chunks.ts";
import type { PictureRights } from "#lambdas/platform/picture-files/xmp.ts";
import { LIMITS } from "#shared/limits.ts";
import { readFields } from "#test/support/picture-fields.ts";
import { createPicture, UNPUBLISHED } from "#test/support/pictures.ts";

const FINGERPRINT = "0123456789abcdef0123456789abcdef01234567";
const license = {
  licenseId: "0199a000-0000-7000-8000-000000000001",
  imageId: "0199a000-0000-7000-8000-000000000002",
  licensee: "Büro <Ana> & Co",
  start: "2026-11-26T12:00:00.000Z",
  usage: "commercial license for business use",
  terms: "commercial license, whose text has the SHA-256 abc",
  fingerprint: FINGERPRINT,
  verifier: `https://ochre.example/verifier?fingerprint=${FINGERPRINT}`,
};
const RIGHTS: PictureRights = {
  title: "Dunes & <砂丘>",
  creator: "砂丘 Ana",
  copyright: "© 2026 Ana",
  credit: "Ana Artist",
  statement: "https://ochre.example/license_information",
  page: "https://ochre.example/artwork/1",
  source: "http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture",
  license,
};

const OWN_XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  ><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:rights><rdf:Alt
  ><rdf:li xml:lang="x-default">My own words</rdf:li></rdf:Alt></dc:rights><dc:title><rdf:Alt
  ><rdf:li xml:lang="x-default">My title</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;

const finished = async (finish: (picture: Sharp) => Sharp) =>
  finish(sharp(await createPicture({ width: 60, height: 40 }))).toBuffer();

const animated = async () => {
  const first = await createPicture({ width: 60, height: 40 });
  return sharp([first, await sharp(first).negate().toBuffer()], { join: { animated: true } })
    .gif({ loop: 2, delay: [100, 200] })
    .toBuffer();
};

const PICTURES: Readonly<Record<string, readonly [mime: string, file: () => Promise<Buffer>]>> = {
  "a JPEG": ["image/jpeg", () => finished((picture) => picture.jpeg())],
  "a progressive JPEG": ["image/jpeg", () => finished((picture) => picture.jpeg({ progressive: true }))],
  "a JPEG in CMYK": ["image/jpeg", () => finished((picture) => picture.toColourspace("cmyk").jpeg())],
  "a JPEG with EXIF, profile, density and orientation": [
    "image/jpeg",
    () =>
      finished((picture) =>
        picture
          .jpeg()
          .withIccProfile("p3")
          .withMetadata({ orientation: 6, density: 300 })
          .withExifMerge({ IFD0: { Copyright: "Ana", Artist: "Ana" } }),
      ),
  ],
  "a PNG": ["image/png", () => finished((picture) => picture.png())],
  "a PNG of 16 bits with a profile": [
    "image/png",
    () => finished((picture) => picture.toColourspace("rgb16").png().withIccProfile("p3")),
  ],
  "a PNG with a palette": ["image/png", () => finished((picture) => picture.png({ palette: true }))],
  "an interlaced PNG": ["image/png", () => finished((picture) => picture.ensureAlpha(0.5).png({ progressive: true }))],
  "a GIF": ["image/gif", () => finished((picture) => picture.gif())],
  "an animated GIF": ["image/gif", animated],
};

/** A hash of all samples at the file's bit depth, and the metadata that affects its appearance. */
async function inspect(file: Buffer) {
  const picture = sharp(file, { pages: -1, failOn: "none" });
  const { exif, icc, orientation, density, loop, delay, pages, space, depth } = await picture.metadata();
  const samples = await picture.raw({ depth: depth === "ushort" ? "ushort" : "uchar" }).toBuffer();
  return { samples: computeSha256(samples), exif, icc, orientation, density, loop, delay, pages, space, depth };
}

function embedded(file: Buffer, mime: string, rights = RIGHTS) {
  const result = embedRights(file, mime, rights);
  if (!result) throw new Error("The file has no place for its rights");
  return result;
}

describe.each(Object.entries(PICTURES))("%s", (_what, [mime, open]) => {
  test("keeps every sample and the metadata that affects its appearance", async () => {
    const file = await open();
    const [before, after] = [await inspect(file), await inspect(embedded(file, mime))];
    expect(after).toEqual(before);
  });

  test("has creator, licence and verifier in its metadata", async () => {
    const file = embedded(await open(), mime);
    for (const phrase of [RIGHTS.creator, RIGHTS.page, "Büro &lt;Ana&gt; &amp; Co", license.verifier]) {
      expect(file.includes(phrase)).toBe(true);
    }
    if (mime === "image/gif") return;
    const { xmp } = readFields(file);
    expect(
      [
        "title",
        "creator",
        "rights",
        "Credit",
        "DigitalSourceType",
        "WebStatement",
        "LicenseID",
        "LicenseStartDate",
        "LicensorTransactionID",
      ].map((name) => xmp[name]),
    ).toEqual([
      RIGHTS.title,
      RIGHTS.creator,
      RIGHTS.copyright,
      RIGHTS.credit,
      RIGHTS.source,
      RIGHTS.statement,
      license.licenseId,
      license.start,
      FINGERPRINT,
    ]);
    expect(xmp.Licensee).toContain(license.licensee);
    expect(xmp.Licensor).toContain(RIGHTS.page);
  });

  test("lets the original be extracted byte for byte", async () => {
    const file = extractOriginal(await open()) ?? Buffer.alloc(0);
    expect(extractOriginal(embedded(file, mime))?.equals(file)).toBe(true);
  });
});

test("a JPEG has the same credits in IPTC, truncated between characters", async () => {
  const [mime, open] = PICTURES["a JPEG"] ?? [""];
  const long = { ...RIGHTS, creator: "é".repeat(40) };
  const { iptc } = readFields(embedded((await open?.()) ?? Buffer.alloc(0), mime, long));
  expect([iptc["By-line"], iptc.Credit, iptc["Copyright Notice"]]).toEqual([
    "é".repeat(16),
    RIGHTS.credit,
    RIGHTS.copyright,
  ]);
});

async function withText(type: string, text: string) {
  const png = await finished((picture) => picture.png());
  return Buffer.concat([png.subarray(0, 33), buildChunk(type, Buffer.from(text)), png.subarray(33)]);
}

describe("a file with XMP of its own", () => {
  test.each([
    ["image/jpeg", () => finished((picture) => picture.jpeg().withXmp(OWN_XMP))],
    ["image/png", () => withText("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${OWN_XMP}`)],
  ])("keeps its own fields, with ours added: %s", async (mime, open) => {
    const file = await open();
    const licensed = embedded(file, mime);
    expect(await inspect(licensed)).toEqual(await inspect(file));
    const { xmp } = readFields(licensed);
    expect([xmp.rights, xmp.title]).toEqual(["My own words", "My title"]);
    expect([xmp.creator, xmp.LicenseID]).toEqual([RIGHTS.creator, license.licenseId]);
    expect(licensed.includes(RIGHTS.copyright)).toBe(mime === "image/jpeg");
  });

  test("keeps a packet that can't be extended, and a JPEG has IPTC then", async () => {
    const prefix = "http://ns.adobe.com/xap/1.0/\0";
    const jpeg = await finished((picture) => picture.jpeg());
    for (const packet of ["no RDF", OWN_XMP.padEnd(65_000)]) {
      const own = buildSegment(0xe1, Buffer.from(prefix + packet));
      const licensed = embedded(Buffer.concat([jpeg.subarray(0, 2), own, jpeg.subarray(2)]), "image/jpeg");
      expect([licensed.includes(own), licensed.includes(FINGERPRINT)]).toEqual([true, false]);
      expect(readFields(licensed).iptc.Credit).toBe(RIGHTS.credit);
    }
    for (const compressed of [
      await withText("iTXt", "XML:com.adobe.xmp\0\x01\0\0\0deflated"),
      await finished((picture) => picture.png().withXmp(OWN_XMP)),
    ]) {
      expect(embedRights(compressed, "image/png", RIGHTS)).toBeUndefined();
    }
  });
});

test("a GIF87a and other content than a picture can't have rights", async () => {
  const gif = await finished((picture) => picture.gif());
  expect(embedRights(Buffer.concat([Buffer.from("GIF87a"), gif.subarray(6)]), "image/gif", RIGHTS)).toBeUndefined();
  for (const mime of ["image/jpeg", "image/png", "image/gif", "image/webp"]) {
    expect(embedRights(Buffer.alloc(0), mime, RIGHTS)).toBeUndefined();
    expect(embedRights(Buffer.from("nothing like a picture"), mime, RIGHTS)).toBeUndefined();
  }
});

const FORMATS = ["jpeg", "png", "gif"] as const;

/** Small pictures of noise in every format. */
const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 24 }),
    height: fc.integer({ min: 1, max: 24 }),
    channels: fc.constantFrom(1, 3, 4),
    seed: fc.uint8Array({ minLength: 7, maxLength: 50 }),
    format: fc.constantFrom(...FORMATS),
    options: fc.record({ progressive: fc.boolean() }),
  })
  .map(({ width, height, channels, seed, format, options }) => ({
    mime: `image/${format}`,
    open: () => {
      const samples = Uint8Array.from({ length: width * height * channels }, (_, at) => seed[at % seed.length] ?? 0);
      const raw = { width, height, channels: channels as 1 | 3 | 4 };
      return sharp(samples, { raw }).toFormat(format, options).toBuffer();
    },
  }));

const phrase = fc.string({ unit: "binary", maxLength: 70 });
const rights = fc.record({ creator: phrase, copyright: phrase, credit: phrase, licensee: phrase }).map((texts) => ({
  ...RIGHTS,
  ...texts,
  license: { ...license, licensee: texts.licensee },
}));

test("any picture keeps its samples and original with any text in its rights", async () => {
  await fc.assert(
    fc.asyncProperty(pictures, rights, async ({ mime, open }, held) => {
      const file = extractOriginal(await open()) ?? Buffer.alloc(0);
      const licensed = embedded(file, mime, held);
      expect(extractOriginal(licensed)?.equals(file)).toBe(true);
      expect(await inspect(licensed)).toEqual(await inspect(file));
      if (mime !== "image/gif") expect(readFields(licensed).xmp.LicenseID).toBe(license.licenseId);
    }),
    { numRuns: 40 },
  );
});

test("a damaged file decodes as before, or isn't changed", async () => {
  const getOutcome = (file: Buffer) => inspect(file).catch((error: Error) => error.message.replace(/\d+/g, "n"));
  const damage = fc.array(fc.record({ at: fc.nat(400), byte: fc.nat(255) }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(pictures, damage, fc.nat(400), async ({ mime, open }, damages, lost) => {
      const file = await open();
      for (const { at, byte } of damages) if (at < file.length) file[at] = byte;
      const damaged = file.subarray(0, Math.max(8, file.length - (lost < 200 ? lost : 0)));
      const licensed = embedRights(damaged, mime, RIGHTS);
      if (licensed) expect(await getOutcome(licensed)).toEqual(await getOutcome(damaged));
    }),
    { numRuns: 60 },
  );
});

test("a file of a million tiny segments or chunks gets its rights", async () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(4_000_000, Buffer.from([0xff, 0xdb, 0, 2]))]);
  const png = await finished((picture) => picture.png());
  const tiny = Buffer.alloc(9_600_000, buildChunk("tEXt", Buffer.alloc(0)));
  const many = Buffer.concat([png.subarray(0, 33), tiny, png.subarray(33)]);
  expect(embedded(jpeg, "image/jpeg").length).toBeGreaterThan(jpeg.length);
  expect(embedded(many, "image/png").length).toBeGreaterThan(many.length);
});

test.each([
  ["has creator, copyright and the page to license it", {}, ["Ana Artist", "© 2026 Ana Artist"]],
  ["has the upload's own credits", { Artist: "Ana", Copyright: "All mine" }, ["Ana", "All mine"]],
])("every preview %s", async (_what, IFD0, [creator, rights]) => {
  const sent = await sharp(await createPicture())
    .withExif({ IFD0 })
    .jpeg()
    .toBuffer();
  const picture = await inspectPicture(sent, { bytes: sent.length, sha256: computeSha256(sent) }, { gif: false });
  if (typeof picture === "string") throw new Error(picture);
  const source = { ...UNPUBLISHED, artist: "Ana Artist" };
  const { derivatives } = await derivePreviews(picture, newFolder({ isWide: true }), source);
  for (const { data } of derivatives) {
    const { xmp } = readFields(data);
    expect(xmp).toMatchObject({ creator, rights, Credit: "Ana Artist" });
    expect(xmp.WebStatement).toBe(`${source.siteOrigin}/license_information`);
    expect(xmp.Licensor).toContain(source.siteOrigin + source.page);
    expect(Object.keys(xmp).filter((name) => /licensee|LicenseID/i.test(name))).toEqual([]);
  }
  expect(derivatives.length).toBeGreaterThanOrEqual(9);
});

test.each([
  ["image/jpeg", (packet: string) => finished((picture) => picture.jpeg().withXmp(packet))],
  ["image/png", (packet: string) => withText("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${packet}`)],
])("credits that an upload has only in XMP are read: %s", async (mime, open) => {
  const creators =
    "<dc:creator><rdf:Seq><rdf:li>Ana &amp; Zo&#xEB;</rdf:li><rdf:li>山田</rdf:li></rdf:Seq></dc:creator>";
  const file = await open(OWN_XMP.replace("<dc:rights>", `${creators}<dc:rights>`));
  expect(parseCredits(file, mime)).toEqual({ artist: "Ana & Zoë, 山田", copyright: "My own words" });
});

test("credits read from any XMP are limited in length", () => {
  const cut = fc.constantFrom(
    "<dc:creator",
    "</dc:creator>",
    "<dc:rights>",
    "<rdf:li>",
    "<rdf:li ",
    "&#x110000;",
    "&#0;",
    "<",
    "a",
  );
  fc.assert(
    fc.property(fc.array(cut, { maxLength: 50 }), fc.integer({ min: 1, max: 1000 }), (parts, times) => {
      const packet = parts.join("").repeat(times).slice(0, 65_000);
      const xmp = buildSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`));
      const { artist, copyright } = parseCredits(Buffer.concat([Buffer.from([0xff, 0xd8]), xmp]), "image/jpeg");
      expect(Math.max(artist.length, copyright.length)).toBeLessThanOrEqual(LIMITS.pictureCredit.max);
    }),
  );
});

test("the credits of a verified original are kept in the licensed file", async () => {
  const sent = await sharp(await createPicture())
    .withExif({ IFD0: { Artist: "Ana", Copyright: "All of it mine" } })
    .jpeg()
    .toBuffer();
  const announced = { bytes: sent.length, sha256: computeSha256(sent) };
  const picture = await inspectPicture(sent, announced, { gif: false });
  if (typeof picture === "string") throw new Error(picture);
  const original = cleanOriginal(picture);
  const licensed = embedded(original, "image/jpeg");
  expect(readFields(licensed).exif.Copyright).toBe("All of it mine");
  expect(extractOriginal(licensed)?.equals(original)).toBe(true);
});
