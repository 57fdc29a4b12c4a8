const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export const escapeXml = (text: string): string => text.replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? "");

/** The texts of every element of that name, in order; enough for the small documents that S3 is sent. */
export function listTexts(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g")), ([, text = ""]) => unescapeXml(text));
}

/** An answer's document: each child is an element's name and its text, or ready XML. */
export function renderDocument(
  root: string,
  children: ([name: string, text: string | number | boolean] | string)[],
): string {
  const content = children.map((child) => (typeof child === "string" ? child : renderElement(...child)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content.join("")}</${root}>`;
}

export const renderElement = (name: string, text: string | number | boolean): string =>
  `<${name}>${escapeXml(String(text))}</${name}>`;

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return NAMED[name] ?? whole;
  });
}
