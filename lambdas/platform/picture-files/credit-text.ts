import { LIMITS } from "#shared/limits.ts";

/** Fields that name who made a picture; empty where its file says nothing. */
export interface Credits {
  readonly artist: string;
  readonly copyright: string;
  /** Line to print beside the picture. */
  readonly creditLine?: string | undefined;
}

/** UTF-8 as most programs write it whatever their standard says, Windows' Latin-1 where it can't be that. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Left behind by programs that couldn't write a name's letters. */
const LOST = /^[\s?]*$/;

/** A credit of one line: a control character could pass for the end of something where it is repeated. */
export function toCredit(text: string): string {
  const line = text.replace(/\p{Cc}/gu, " ").trim();
  const { max } = LIMITS.pictureCredit;
  return LOST.test(line) ? "" : [...line.slice(0, 2 * max)].slice(0, max).join("");
}

/** The credit of a field that may stand several times. */
export const joinCredits = (texts: readonly string[]) =>
  toCredit([...new Set(texts.map(toCredit))].filter((text) => text !== "").join(", "));
