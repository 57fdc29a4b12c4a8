import { LIMITS } from "#shared/limits.ts";
import { type Credits, decodeText, joinCredits, toCredit } from "./credit-text.ts";
import { parseIptcCredits } from "./iptc.ts";
import { findPlaces, type Places } from "./places.ts";
import { readExif } from "./read-exif.ts";
import { parseXmpCredits } from "./read-xmp.ts";

/** The texts of a field, each terminated by NUL. */
const splitField = (field: Buffer | undefined) =>
  (field?.toString("latin1") ?? "").split("\0").map((text) => decodeText(Buffer.from(text, "latin1")));

/** EXIF's copyright may be the photographer's and, after a NUL, the editor's. */
function parseExifCredits(exif: Buffer | undefined): Partial<Credits> {
  const { artist, photographer, windowsAuthor, copyright } = readExif(exif);
  const windows = new TextDecoder("utf-16le").decode(windowsAuthor).split("\0")[0] ?? "";
  const [named = ""] = splitField(artist);
  const [since = ""] = splitField(photographer);
  return {
    artist: toCredit(named) || toCredit(since) || toCredit(windows),
    copyright: joinCredits(splitField(copyright).slice(0, 2)),
  };
}

/**
 * Credits of a file, each from the first place that has it: EXIF, XMP, IPTC-IIM, texts of a PNG. Linear time; inflates no
 * text beyond the bound.
 */
export const parseCredits = (file: Buffer, mime: string) => parseCreditsAt(findPlaces(file, mime));

export function parseCreditsAt(places: Places): Credits {
  const inOrder = [
    parseExifCredits(places.exif),
    parseXmpCredits(places.xmp?.toString("utf8", 0, LIMITS.embedded.textBytes) ?? ""),
    parseIptcCredits(places.iptc ?? Buffer.alloc(0)),
    { artist: toCredit(places.getText?.("author") ?? ""), copyright: toCredit(places.getText?.("copyright") ?? "") },
  ];
  const first = (name: keyof Credits) => inOrder.map((one) => one[name]).find((text) => text);
  return { artist: first("artist") ?? "", copyright: first("copyright") ?? "", creditLine: first("creditLine") };
}

/** The resolution in a file's EXIF, in pixels per `unit`. */
export function findResolution(exif: Buffer | undefined) {
  const { x, y, unit } = readExif(exif);
  return x > 0 && y > 0 && Number.isFinite(x + y) ? { x, y, unit } : undefined;
}
