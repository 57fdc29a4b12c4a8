import { inflateSync } from "node:zlib";
import { LIMITS } from "#shared/limits.ts";
import { type Chunk, parseChunks } from "./png-chunks.ts";

const INFLATE_OPTIONS = LIMITS.embedded.textBytes;

/** Inflates up to the bound; empty beyond it and for invalid data. */
function inflate(bytes: Buffer) {
  try {
    return inflateSync(bytes, { maxOutputLength: INFLATE_OPTIONS });
  } catch {
    return Buffer.alloc(0);
  }
}

/** Content of a text chunk behind its keyword. */
function decodeContent({ type, content }: Chunk, keywordEnd: number): Buffer {
  const rest = content.subarray(keywordEnd + 1);
  if (type === "tEXt") return rest.subarray(0, INFLATE_OPTIONS);
  if (type === "zTXt") return inflate(rest.subarray(1));
  const language = rest.indexOf(0, 2);
  const translated = language === -1 ? -1 : rest.indexOf(0, language + 1);
  if (translated === -1) return Buffer.alloc(0);
  const text = rest.subarray(translated + 1);
  return rest[0] === 1 ? inflate(text) : text.subarray(0, INFLATE_OPTIONS);
}

const MAX_KEYWORD_BYTES = 79;

/** The first text of each keyword, ignoring case, in a PNG's plain, compressed or international chunks. */
export function parseTexts(file: Buffer, keywords: readonly string[]): ReadonlyMap<string, Buffer> {
  const texts = new Map<string, Buffer>();
  for (const chunk of parseChunks(file)) {
    if (!["tEXt", "zTXt", "iTXt"].includes(chunk.type)) continue;
    const end = chunk.content.subarray(0, MAX_KEYWORD_BYTES + 1).indexOf(0);
    const written = chunk.content.toString("latin1", 0, Math.max(0, end)).toLowerCase();
    const keyword = keywords.find((one) => one.toLowerCase() === written);
    if (keyword && !texts.has(keyword)) texts.set(keyword, decodeContent(chunk, end));
  }
  return texts;
}

/** A profile that ImageMagick wrote as text: a line with its name, one with its length, and hexadecimal digits. */
export const decodeProfile = (text: Buffer) =>
  Buffer.from(
    text
      .toString("latin1")
      .replace(/^\s*\S{1,20}\s+\d{1,10}\s/, "")
      .replace(/\s/g, ""),
    "hex",
  );
