import { describe, expect, test } from "vitest";
import { computeSha256, inspectPicture } from "#lambdas/events/uploads/inspect-picture.ts";
import { buildSegment } from "#lambdas/platform/picture-files/jpeg-segments.ts";
import {
  dataSet,
  exifSegment,
  iptcSegment,
  jpegWith,
  PNG_TEXT,
  photoshop,
  pngWith,
  rawProfile,
  tiff,
  xmpSegment,
} from "#test/support/credits.ts";
import { pngChunk } from "#test/support/hostile-pictures.ts";
import { createPicture } from "#test/support/pictures.ts";

const packet = (properties: string, attributes = "") =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
  xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
  xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ${attributes}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const alt = (name: string, text: string) =>
  `<${name}><rdf:Alt><rdf:li xml:lang="de">Anders</rdf:li><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></${name}>`;
const bag = (name: string, ...texts: readonly string[]) =>
  `<${name}><rdf:Bag>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join("")}</rdf:Bag></${name}>`;

const utf16 = (text: string) => Buffer.from(`${text}\0`, "utf16le");
const terminated = (text: string) => Buffer.from(`${text}\0`);
const [BYTE, ASCII, RATIONAL] = [1, 2, 5];

async function propose(file: Buffer) {
  const picture = await inspectPicture(file, { bytes: file.length, sha256: computeSha256(file) }, { gif: false });
  if (typeof picture === "string") throw new Error(picture);
  return picture.proposals;
}

describe("a file proposes for the form of its artwork", () => {
  test("what XMP says", async () => {
    const properties =
      alt("dc:title", "Three moons &amp; a ferry") +
      alt("dc:description", "Ink on paper.\n\nThe last of its series.") +
      alt("Iptc4xmpCore:AltTextAccessibility", "Three moons over a dark ferry") +
      bag("dc:subject", "Night Sky", "moon", "#Moon", "black &amp; white", "Fähre; ink") +
      "<Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/digitalArt</Iptc4xmpExt:DigitalSourceType>" +
      bag("dc:rights", "© Jané Doe");
    expect(await propose(await jpegWith(xmpSegment(packet(properties))))).toEqual({
      artworkTitle: "Three moons & a ferry",
      artworkDescription: "Ink on paper.\n\nThe last of its series.",
      artworkAlt: "Three moons over a dark ferry",
      artworkTags: ["night-sky", "moon", "fähre", "ink"],
      artworkSource: "hand",
      credit: "© Jané Doe",
    });
  });

  test("what IPTC says, each field from the first place that has it", async () => {
    const iptc = iptcSegment(
      photoshop(
        dataSet(1, 90, Buffer.from("\x1b%G")),
        dataSet(2, 5, Buffer.from("Drei Monde")),
        dataSet(2, 25, Buffer.from("Mond")),
        dataSet(2, 25, Buffer.from("Nacht")),
        dataSet(2, 120, Buffer.from("Tusche.")),
      ),
    );
    expect(await propose(await jpegWith(xmpSegment(packet(bag("dc:subject", "ink"))), iptc))).toEqual({
      artworkTitle: "Drei Monde",
      artworkDescription: "Tusche.",
      artworkTags: ["ink"],
    });
  });

  test("what EXIF and Windows say, and that a camera took it", async () => {
    const exif = exifSegment(
      tiff(
        [
          [0x010e, ASCII, terminated("Été à la mer")],
          [0x9c9b, BYTE, utf16("Trois lunes")],
          [0x9c9e, BYTE, utf16("lune;nuit")],
        ],
        [[0x829a, RATIONAL, Buffer.from([1, 0, 0, 0, 125, 0, 0, 0])]],
      ),
    );
    expect(await propose(await jpegWith(exif))).toEqual({
      artworkTitle: "Trois lunes",
      artworkDescription: "Été à la mer",
      artworkTags: ["lune", "nuit"],
      artworkSource: "photo",
    });
  });

  test("what the texts of a PNG say", async () => {
    const chunks = [
      PNG_TEXT.iTXt("Title", "三つの月"),
      PNG_TEXT.zTXt("Description", "Ink."),
      PNG_TEXT.tEXt("Author", "Jane"),
      PNG_TEXT.tEXt("Software", "Krita 5.2"),
    ];
    expect(await propose(await pngWith(...chunks))).toEqual({
      artworkTitle: "三つの月",
      artworkDescription: "Ink.",
      artworkSource: "hand",
      credit: "Jane",
    });
  });

  const TYPE = "http://cv.iptc.org/newscodes/digitalsourcetype/";
  test.each([
    ["trainedAlgorithmicMedia", "generated"],
    ["compositeWithTrainedAlgorithmicMedia", "assisted"],
    ["algorithmicMedia", "code"],
    ["digitalCreation", "hand"],
    ["digitalCapture", "photo"],
    ["screenCapture", undefined],
  ])("for the source type %s: %s", async (type, source) => {
    const written = packet(`<Iptc4xmpExt:DigitalSourceType rdf:resource="${TYPE}${type}"/>`);
    expect((await propose(await jpegWith(xmpSegment(written))))?.artworkSource).toBe(source);
  });

  test("that AI made it, by Content Credentials or the settings of a program", async () => {
    const manifest = Buffer.from(`\0\0jumb c2pa.actions digitalSourceType ${TYPE}trainedAlgorithmicMedia`);
    const files = [
      await jpegWith(buildSegment(0xeb, manifest)),
      await pngWith(pngChunk("caBX", manifest)),
      await pngWith(PNG_TEXT.tEXt("parameters", "a moon, steps: 20")),
      await jpegWith(xmpSegment(packet("", 'xmp:CreatorTool="Midjourney"'))),
    ];
    for (const file of files) expect(await propose(file)).toEqual({ artworkSource: "generated" });
  });

  test("nothing that a camera or program writes into every file", async () => {
    const fields = [[0x010e, ASCII, terminated("OLYMPUS DIGITAL CAMERA         ")]] as const;
    const written = packet(bag("dc:title", "DSC_0123") + bag("dc:description", "   "));
    expect(await propose(await jpegWith(exifSegment(tiff(fields)), xmpSegment(written)))).toBe(undefined);
    expect(await propose(await createPicture())).toBe(undefined);
  });

  test("texts within the form's bounds, without what can't be seen", async () => {
    const properties =
      alt("dc:title", `Moon\u202e\u0007${"o".repeat(5000)}`) +
      alt("dc:description", `${"&lt;script&gt;".repeat(3000)}`) +
      bag("dc:subject", ...Array.from({ length: 200 }, (_, at) => `tag ${at}`), "x".repeat(40));
    const proposals = await propose(await jpegWith(xmpSegment(packet(properties))));
    expect(proposals?.artworkTitle).toBe(`Moon${"o".repeat(65)}…`);
    expect(proposals?.artworkDescription).toHaveLength(300);
    expect(proposals?.artworkTags).toHaveLength(12);
  });

  test.each([
    ["titles", "dc:title", "<rdf:li>a_1</"],
    ["tags", "dc:subject", `<rdf:li>${"a,".repeat(9000)}</`],
    ["unfinished texts", "dc:title", "<rdf:li><![CDATA["],
    ["invisible descriptions", "dc:description", "<rdf:li>\u200b</"],
  ])("in little time where XMP has millions of %s", async (_, name, item) => {
    const written = packet(`<${name}>${item.repeat(12_000_000 / item.length)}</${name}>`);
    const file = await pngWith(PNG_TEXT.compressed("XML:com.adobe.xmp", written));
    const began = performance.now();
    await propose(file);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  test("in little time where IPTC has millions of keywords", async () => {
    const sets = Buffer.concat(Array.from({ length: 300_000 }, () => dataSet(2, 25, Buffer.from("a"))));
    const file = await pngWith(PNG_TEXT.zTXt("Raw profile type iptc", rawProfile("iptc", photoshop(sets))));
    const began = performance.now();
    expect((await propose(file))?.artworkTags).toEqual(["a"]);
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
