import { createHash } from "node:crypto";
import { type Document, type Facet, type Kind, MEASURES, toRemovedTexts, WEIGHTS } from "../document.ts";
import { reversed } from "../typos.ts";
import { FORMAT, tokenize } from "../words.ts";
import type { Json } from "./client.ts";

/** A field per text, and one with all of them. */
export const TEXTS = WEIGHTS.map((_, at) => `text${at}`);
export const ALL = "all";

/** Long tokens backwards, of which words may be the ends. */
export const ENDINGS = "endings";
const MIN_COMPOUND = 7;

/** A facet's field and value. */
export function parseFacet(facet: Facet): { readonly field: string; readonly value: string } {
  const end = facet.indexOf(":");
  return { field: `facets.${facet.slice(0, end)}`, value: facet.slice(end + 1) };
}

/** Our tokens, which both engines share, with spaces between them; how often and how far apart says nothing. */
const tokens = { type: "text", analyzer: "whitespace", norms: false, index_options: "docs" };

/** Beginnings are tokens themselves, because the words that begin alike are many. */
const BEGINNINGS = { min_chars: 1, max_chars: 5 };

/** Only the document is stored; the fields beside it are derived from it. */
export const INDEX: Json = {
  // A work is found within the five seconds that it may take.
  settings: { index: { refresh_interval: "1s" } },
  mappings: {
    dynamic: false,
    _source: { includes: ["document"] },
    dynamic_templates: [{ facets: { path_match: "facets.*", mapping: { type: "keyword" } } }],
    properties: {
      id: { type: "keyword" },
      shown: { type: "boolean" },
      facets: { type: "object", dynamic: true },
      ...Object.fromEntries(MEASURES.map((measure) => [measure, { type: "integer" }])),
      ...Object.fromEntries([...TEXTS, ALL].map((text) => [text, { ...tokens, index_prefixes: BEGINNINGS }])),
      [ENDINGS]: { type: "keyword" },
      bands: { type: "keyword", doc_values: false },
      document: { type: "object", enabled: false },
    },
  },
};

/** Another one if an index has to be filled again. */
export const INDEX_FORMAT = createHash("sha256")
  .update(JSON.stringify([FORMAT, INDEX]))
  .digest("hex");

/** Settings are read by their name alone. */
export const SETTINGS: Json = {
  mappings: { dynamic: false, properties: { value: { type: "object", enabled: false } } },
};

const BAND_BYTES = 2;

/** The first bands of a hash; the last bits of its last one mean nothing. */
export function splitBands(hash: Uint8Array): number[] {
  const bytes = Buffer.from(hash);
  return Array.from({ length: Math.floor(hash.length / BAND_BYTES) - 1 }, (_, at) =>
    bytes.readUInt16BE(at * BAND_BYTES),
  );
}

export const toBand = (band: number, at: number) => `${at}:${band.toString(16)}`;

/** Bytes of one hash; a document has those of several parts of its picture. */
const HASH_BYTES = 16;

function listBands(hash: string | undefined): string[] {
  const bytes = Buffer.from(hash ?? "", "base64");
  const parts = Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
  return [...new Set(parts.flatMap((part) => splitBands(part).map(toBand)))];
}

/** The fields of a document. */
export function toFields(id: string, document: Document): Json {
  const texts = WEIGHTS.map((_, at) => tokenize(document.texts[at] ?? ""));
  const all = [...new Set(texts.flat())];
  const facets: Record<string, string[]> = {};
  for (const facet of document.facets) {
    const { field, value } = parseFacet(facet);
    const name = field.slice("facets.".length);
    facets[name] = [...(facets[name] ?? []), value];
  }
  return {
    id,
    shown: !document.isHidden,
    facets,
    ...document.measures,
    ...Object.fromEntries(TEXTS.map((text, at) => [text, texts[at]?.join(" ")])),
    [ALL]: all.join(" "),
    [ENDINGS]: all.filter((word) => word.length >= MIN_COMPOUND).map(reversed),
    bands: listBands(document.hash),
    document,
  };
}

/** A removed document keeps only words and measures, so that cursors keep their place, and its version. */
export const toRemoved = (kind: Kind, id: string, { texts = [], measures = {} }: Partial<Document> = {}): Json =>
  toFields(id, { texts: toRemovedTexts(kind, texts), measures, card: {}, facets: [], isHidden: true });
