import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { cleanOriginal } from "#lambdas/events/uploads/clean-original.ts";
import { derivePreviews } from "#lambdas/events/uploads/derive-previews.ts";
import { computeSha256, inspectPicture } from "#lambdas/events/uploads/inspect-picture.ts";
import { parseCredits } from "#lambdas/platform/picture-files/credits.ts";
import { createArtwork } from "#shared/contract/artwork.ts";
import { downloadOrder } from "#shared/contract/licenses.ts";
import {
  credits,
  dataSet,
  exifSegment,
  iptcSegment,
  jpegWith,
  PNG_TEXT,
  photoshop,
  pngWith,
  rawProfile,
  tiff,
  xmpExtension,
  xmpSegment,
} from "#test/support/credits.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { pngChunk } from "#test/support/hostile-pictures.ts";
import { readFields } from "#test/support/picture-fields.ts";
import { createPicture, UNPUBLISHED } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const [ASCII, UTF8, BYTE, SHORT] = [2, 129, 1, 3];
const TAG = {
  orientation: 0x0112,
  artist: 0x013b,
  copyright: 0x8298,
  xpAuthor: 0x9c9d,
  note: 0x9286,
  photographer: 0xa437,
};
const utf8 = (text: string) => Buffer.from(text);
const latin1 = (text: string) => Buffer.from(text, "latin1");
const terminated = (text: string) => Buffer.from(`${text}\0`);

const packet = (properties: string, attributes = "") =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
  xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ${attributes}
  >${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const creator = (...names: readonly string[]) =>
  `<dc:creator><rdf:Seq>${names.map((name) => `<rdf:li>${name}</rdf:li>`).join("")}</rdf:Seq></dc:creator>`;
const rights = (text: string) =>
  `<dc:rights><rdf:Alt><rdf:li xml:lang="de">Anders</rdf:li><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:rights>`;
const JANE = packet(creator("Jané Doe") + rights("© Jané Doe"), 'photoshop:Credit="Jané / Agency"');
const PADDED = packet(`<xmp:Label>${"x".repeat(200_000)}</xmp:Label>${creator("Jané Doe")}${rights("© Jané Doe")}`);
const IIM = photoshop(...credits(utf8, "Jané Doe", "© Jané Doe"));
const EXIF = tiff([
  [TAG.artist, ASCII, terminated("Jané Doe")],
  [TAG.copyright, ASCII, terminated("© Jané Doe")],
]);

const expectedCredits = { artist: "Jané Doe", copyright: "© Jané Doe" };

describe("credits are read from a JPEG", () => {
  const iptc = (...sets: readonly Buffer[]) => [iptcSegment(photoshop(...sets))];
  test.each<[string, readonly Buffer[], object]>([
    [
      "'s IPTC in ASCII",
      iptc(...credits(latin1, "Jane Doe", "(c) Jane", "Agency")),
      { artist: "Jane Doe", copyright: "(c) Jane", creditLine: "Agency" },
    ],
    [
      "'s IPTC in declared UTF-8",
      iptc(dataSet(1, 90, latin1("\x1b%G")), ...credits(utf8, "Jané Doe", "© Jané Doe")),
      expectedCredits,
    ],
    ["'s IPTC in undeclared UTF-8", iptc(...credits(utf8, "Jané Doe", "© Jané Doe")), expectedCredits],
    [
      "'s IPTC in declared Latin-1",
      iptc(dataSet(1, 90, latin1("\x1b.A")), ...credits(latin1, "Jané Doe", "© Jané Doe")),
      expectedCredits,
    ],
    ["'s IPTC in undeclared Latin-1", iptc(...credits(latin1, "Jané Doe", "© Jané Doe")), expectedCredits],
    [
      "'s IPTC in Windows-1252",
      iptc(...credits(() => latin1("Jane \x93JD\x94 Doe"), "Jane", "")),
      { artist: "Jane “JD” Doe" },
    ],
    [
      "'s IPTC in Latin-2",
      iptc(dataSet(1, 90, latin1("\x1b-B")), ...credits(() => latin1("Jan \xb9afa\xf8"), "Jan", "")),
      { artist: "Jan šafař" },
    ],
    [
      "'s IPTC with several authors",
      iptc(dataSet(2, 80, utf8("Jane")), dataSet(2, 80, utf8("John"))),
      { artist: "Jane, John" },
    ],
    [
      "'s IPTC that continues in another segment",
      [iptcSegment(IIM.subarray(0, 41)), iptcSegment(IIM.subarray(41))],
      expectedCredits,
    ],
    ["'s XMP", [xmpSegment(JANE)], { ...expectedCredits, creditLine: "Jané / Agency" }],
    [
      "'s XMP with other prefixes",
      [xmpSegment(JANE.replaceAll("dc:", "core:").replaceAll(":dc=", ":core="))],
      expectedCredits,
    ],
    [
      "'s XMP without a list",
      [xmpSegment(packet("<dc:creator>Jané Doe</dc:creator>", "dc:rights='© Jané Doe'"))],
      expectedCredits,
    ],
    ["'s XMP with an empty author before", [xmpSegment(packet(creator("", "Jané Doe")))], { artist: "Jané Doe" }],
    [
      "'s extended XMP",
      [xmpSegment(packet("")), xmpExtension(JANE.slice(300), 300), xmpExtension(JANE.slice(0, 300), 0)],
      expectedCredits,
    ],
    [
      "'s XMP that names only an owner",
      [xmpSegment(packet("<xmpRights:Owner><rdf:Bag><rdf:li>Jané</rdf:li></rdf:Bag></xmpRights:Owner>"))],
      { copyright: "Jané" },
    ],
    ["'s EXIF", [exifSegment(EXIF)], expectedCredits],
    ["'s EXIF in Latin-1", [exifSegment(tiff([[TAG.artist, ASCII, latin1("Jané Doe\0")]]))], { artist: "Jané Doe" }],
    ["'s EXIF 3.0 in UTF-8", [exifSegment(tiff([[TAG.artist, UTF8, terminated("Jané Doe")]]))], { artist: "Jané Doe" }],
    [
      "'s EXIF of photographer and editor",
      [exifSegment(tiff([[TAG.copyright, ASCII, terminated("© Jané\0© Editor")]]))],
      { copyright: "© Jané, © Editor" },
    ],
    [
      "'s EXIF of only an editor",
      [exifSegment(tiff([[TAG.copyright, ASCII, terminated(" \0© Editor")]]))],
      { copyright: "© Editor" },
    ],
    [
      "'s EXIF with a photographer in its second directory",
      [exifSegment(tiff([], [[TAG.photographer, UTF8, terminated("Jané Doe")]]))],
      { artist: "Jané Doe" },
    ],
    [
      "'s EXIF by Windows, which lost a name's letters elsewhere",
      [
        exifSegment(
          tiff([
            [TAG.artist, ASCII, terminated("?? ??")],
            [TAG.xpAuthor, BYTE, Buffer.from("山田\0", "utf16le")],
          ]),
        ),
      ],
      { artist: "山田" },
    ],
    ["behind fill bytes", [Buffer.from([0xff, 0xff, 0xff]), exifSegment(EXIF)], expectedCredits],
    [
      "in the order of EXIF, XMP, IPTC for each field",
      [
        exifSegment(tiff([[TAG.artist, ASCII, terminated("By EXIF")]])),
        xmpSegment(packet(creator("By XMP") + rights("© XMP"))),
        iptcSegment(photoshop(...credits(utf8, "By IPTC", "© IPTC", "IPTC's line"))),
      ],
      { artist: "By EXIF", copyright: "© XMP", creditLine: "IPTC's line" },
    ],
  ])("%s", async (_, segments, expected) => {
    expect(parseCredits(await jpegWith(...segments), "image/jpeg")).toMatchObject(expected);
  });
});

describe("credits are read from a PNG", () => {
  const both = (write: (keyword: string, text: string) => Buffer) => [
    write("Author", "Jané Doe"),
    write("Copyright", "© Jané Doe"),
  ];
  test.each<[string, readonly Buffer[]]>([
    ["'s texts in Latin-1", both(PNG_TEXT.tEXt)],
    ["'s texts in UTF-8", both((keyword, text) => pngChunk("tEXt", utf8(`${keyword}\0${text}`)))],
    ["'s texts with keywords in small letters", both((keyword, text) => PNG_TEXT.tEXt(keyword.toLowerCase(), text))],
    ["'s compressed texts", both(PNG_TEXT.zTXt)],
    ["'s international texts", both(PNG_TEXT.iTXt)],
    ["'s international texts, compressed", both(PNG_TEXT.compressed)],
    ["'s XMP", [PNG_TEXT.iTXt("XML:com.adobe.xmp", JANE)]],
    ["'s compressed XMP", [PNG_TEXT.compressed("XML:com.adobe.xmp", JANE)]],
    ["'s XMP of more than 64 KB", [PNG_TEXT.iTXt("XML:com.adobe.xmp", PADDED)]],
    ["'s EXIF", [pngChunk("eXIf", EXIF)]],
    ["'s EXIF of more than 64 KB", [pngChunk("eXIf", Buffer.concat([EXIF, Buffer.alloc(70_000)]))]],
    ["'s IPTC by ImageMagick", [PNG_TEXT.zTXt("Raw profile type iptc", rawProfile("iptc", IIM))]],
    [
      "'s EXIF by ImageMagick",
      [PNG_TEXT.zTXt("Raw profile type exif", rawProfile("exif", Buffer.concat([utf8("Exif\0\0"), EXIF])))],
    ],
    ["'s XMP by ImageMagick", [PNG_TEXT.tEXt("Raw profile type xmp", rawProfile("xmp", utf8(JANE)))]],
  ])("%s", async (_, chunks) => {
    expect(parseCredits(await pngWith(...chunks), "image/png")).toMatchObject(expectedCredits);
  });

  test("without unpacking a decompression bomb", async () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000, "A"));
    const chunks = ["Author", "XML:com.adobe.xmp", "Raw profile type iptc"].map((keyword) =>
      pngChunk("zTXt", Buffer.concat([utf8(`${keyword}\0\0`), bomb])),
    );
    const began = performance.now();
    expect(parseCredits(await pngWith(...chunks, ...both(PNG_TEXT.iTXt)), "image/png")).toMatchObject({
      artist: "",
      copyright: expectedCredits.copyright,
    });
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

async function inspected(file: Buffer) {
  const picture = await inspectPicture(file, { bytes: file.length, sha256: computeSha256(file) }, { gif: false });
  if (typeof picture === "string") throw new Error(picture);
  return picture;
}

describe("a PNG keeps", () => {
  const note = [TAG.note, 7, Buffer.alloc(70_000)] as const;

  test("orientation and credits of an EXIF that is too large to keep", async () => {
    const exif = tiff([
      [TAG.orientation, SHORT, Buffer.from([6, 0])],
      [TAG.artist, ASCII, terminated("Jané Doe")],
      note,
    ]);
    const file = await pngWith(pngChunk("eXIf", exif));
    const picture = await inspected(file);
    expect(picture).toMatchObject({ width: 1024, height: 1200, credits: { artist: "Jané Doe" } });
    const sold = cleanOriginal(picture);
    expect(await sharp(sold).metadata()).toMatchObject({ orientation: 6, width: 1200 });
    expect([readFields(sold).exif.Artist, sold.length < file.length - note[2].length]).toEqual(["Jané Doe", true]);
    const { derivatives } = await derivePreviews(picture, newFolder({ isWide: false }), UNPUBLISHED);
    const { width = 0, height = 0 } = await sharp(derivatives[0]?.data).metadata();
    expect(height).toBeGreaterThan(width);
  });

  test("a colour profile of more than 4 MB", async () => {
    const wide = await sharp(await createPicture())
      .png()
      .withIccProfile("p3")
      .toBuffer();
    const { icc = Buffer.alloc(0) } = await sharp(wide).metadata();
    const large = Buffer.concat([icc, Buffer.alloc(5_000_000)]);
    large.writeUInt32BE(large.length, 0);
    const chunk = pngChunk("iCCP", Buffer.concat([utf8("p\0\0"), deflateSync(large)]));
    const sold = cleanOriginal(await inspected(await pngWith(chunk)));
    expect((await sharp(sold).metadata()).icc).toEqual(large);
  });
});

describe("a sold file or a preview keeps the credits of the upload", () => {
  let api: Api;
  let given: ReturnType<typeof createGiven>;
  beforeAll(async () => {
    api = await startApi();
    given = createGiven(api);
  });

  async function sold(file: Buffer, mime: string) {
    const [artist, buyer] = [await given.user({ fullName: "Uploader Name" }), await given.user()];
    const { mediaId } = await given.upload(artist.userId, file, mime);
    const { body } = await api.call(createArtwork, { as: artist.userId, body: { ...freeArtwork, mediaId } });
    const { orderId } = await given.order(body.artworkId, buyer.userId);
    const { redirect } = (await api.call(downloadOrder, { as: buyer.userId, params: { orderId } })).body;
    return Buffer.from(await (await fetch(redirect)).arrayBuffer());
  }

  test("in IPTC", async () => {
    const file = await sold(
      await jpegWith(iptcSegment(photoshop(...credits(latin1, "Jané Doe", "© Jané Doe", "Jané / Agency")))),
      "image/jpeg",
    );
    const { xmp, iptc } = readFields(file);
    expect([iptc["By-line"], iptc["Copyright Notice"], iptc.Credit]).toEqual([
      "Jané Doe",
      "© Jané Doe",
      "Jané / Agency",
    ]);
    expect(xmp).toMatchObject({ creator: "Jané Doe", rights: "© Jané Doe", Credit: "Jané / Agency" });
    expect(xmp.Licensor).toContain("Uploader Name");
    expect(parseCredits(file, "image/jpeg")).toMatchObject({ ...expectedCredits, creditLine: "Jané / Agency" });
  });

  test("in a PNG's text, and names its author as the copyright owner", async () => {
    const file = await sold(await pngWith(PNG_TEXT.zTXt("Author", "Jane Doe")), "image/png");
    const { xmp, exif } = readFields(file);
    expect([xmp.creator, exif.Artist]).toEqual(["Jane Doe", "Jane Doe"]);
    expect(xmp.rights).toBe(`© ${new Date().getUTCFullYear()} Jane Doe`);
  });

  test("in a GIF's XMP", async () => {
    const gif = await sharp(await createPicture())
      .gif()
      .toBuffer();
    const place = 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0);
    const end = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0]);
    const block = Buffer.concat([utf8("\x21"), Buffer.from([0xff, 11]), utf8(`XMP DataXMP${JANE}`), end]);
    const file = await sold(Buffer.concat([gif.subarray(0, place), block, gif.subarray(place)]), "image/gif");
    expect(parseCredits(file, "image/gif")).toMatchObject(expectedCredits);
    expect(file.includes("<dc:creator><rdf:Seq><rdf:li>Jané Doe")).toBe(true);
  });

  test("in every preview", async () => {
    const picture = await inspected(
      await jpegWith(iptcSegment(photoshop(...credits(utf8, "Jané Doe", "© Jané Doe", "Line")))),
    );
    const { derivatives } = await derivePreviews(picture, newFolder({ isWide: false }), UNPUBLISHED);
    for (const { data } of derivatives.slice(-3)) {
      expect(readFields(data).xmp).toMatchObject({ creator: "Jané Doe", rights: "© Jané Doe", Credit: "Line" });
    }
  });
});
