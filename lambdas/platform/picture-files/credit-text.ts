import { LIMITS } from "#shared/limits.ts";

/** Fields that name a picture's author; empty if the file has none. */
export interface Credits {
  readonly artist: string;
  readonly copyright: string;
  /** Line to print beside the picture. */
  readonly creditLine?: string | undefined;
}

/** UTF-8, as most programs write regardless of standards, or Windows' Latin-1 if it isn't valid. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Left by programs that couldn't encode a name. */
const LOST = /^[\s?]*$/;

/** A credit of one line: control characters could act as terminators in other formats. */
export function toCredit(text: string): string {
  const line = text.replace(/\p{Cc}/gu, " ").trim();
  const { max } = LIMITS.pictureCredit;
  return LOST.test(line) ? "" : [...line.slice(0, 2 * max)].slice(0, max).join("");
}

/** The credit of a repeatable field. */
export const joinCredits = (texts: readonly string[]) =>
  toCredit([...new Set(texts.map(toCredit))].filter((text) => text !== "").join(", "));
