import { LIMITS } from "#shared/limits.ts";
import { type Credits, joinCredits } from "./credit-text.ts";

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Unescaped text of an element; invalid characters are left out. */
const unescapeXml = (content: string) =>
  content.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (_, hex, decimal, name: string) => {
    if (name) return NAMED[name.toLowerCase() as keyof typeof NAMED];
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

const NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  tiff: "http://ns.adobe.com/tiff/1.0/",
  photoshop: "http://ns.adobe.com/photoshop/1.0/",
  xmpRights: "http://ns.adobe.com/xap/1.0/rights/",
  xmp: "http://ns.adobe.com/xap/1.0/",
  Iptc4xmpCore: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
} as const;

/** A packet's namespace prefixes by URI. */
function parsePrefixes(xmp: string) {
  const declared = [...xmp.matchAll(/xmlns:([\w-]{1,40})=["']([^"'<]{0,200})["']/g)];
  return new Map(declared.map(([, prefix = "", uri = ""]) => [uri, prefix]));
}

/** UTF-16 units of a property that are read, however often it repeats a text. */
const PROPERTY_UNITS = LIMITS.embedded.propertyBytes;

const ITEM = /<rdf:li([^<>]{0,200})>(?:<!\[CDATA\[([^\]]{0,2000})\]\]>|([^<]*))</g;

/** Texts of a property written as an element, with or without a list, or as an attribute; the default language first. */
function parseTexts(xmp: string, name: string): string[] {
  const start = xmp.search(new RegExp(`<${name}(?=[\\s>])`));
  const end = start === -1 ? -1 : xmp.indexOf(`</${name}>`, start);
  if (end === -1) {
    const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(xmp) ?? [];
    return [unescapeXml((double ?? single ?? "").slice(0, PROPERTY_UNITS))];
  }
  const content = xmp.slice(start, Math.min(end, start + PROPERTY_UNITS));
  const items = [...content.matchAll(ITEM)];
  if (items.length === 0) return [unescapeXml(content.slice(content.indexOf(">") + 1).replace(/<[^<>]*>/g, ""))];
  const isDefault = ([, attributes = ""]: readonly string[]) => attributes.includes("x-default");
  const inOrder = [...items.filter(isDefault), ...items.filter((item) => !isDefault(item))];
  return inOrder.map(([, , data, text = ""]) => data ?? unescapeXml(text));
}

/** A reader of an XMP packet's properties, each in linear time. */
export function openXmp(xmp: string) {
  const prefixes = parsePrefixes(xmp);
  return (namespace: keyof typeof NAMESPACES, name: string) =>
    parseTexts(xmp, `${prefixes.get(NAMESPACES[namespace]) ?? namespace}:${name}`);
}

/** Credits in an XMP packet. */
export function parseXmpCredits(xmp: string): Partial<Credits> {
  const list = openXmp(xmp);
  const all = (namespace: keyof typeof NAMESPACES, name: string) => joinCredits(list(namespace, name));
  const one = (namespace: keyof typeof NAMESPACES, name: string) =>
    list(namespace, name)
      .map((text) => joinCredits([text]))
      .find((text) => text !== "");
  return {
    artist: all("dc", "creator") || all("tiff", "Artist"),
    copyright: one("dc", "rights") ?? one("tiff", "Copyright") ?? all("xmpRights", "Owner"),
    creditLine: one("photoshop", "Credit") ?? one("photoshop", "Source"),
  };
}
