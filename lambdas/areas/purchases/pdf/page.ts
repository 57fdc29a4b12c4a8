import type { Font } from "fontkit";
import PDFDocument from "pdfkit";
import { APP_NAME } from "#shared/brand.ts";

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 64;
export const WIDTH = PAGE.width - 2 * MARGIN;
export const BOTTOM = PAGE.height - MARGIN;

/** Dark enough for a black-and-white printer. */
export const INK = "#1c1917";
export const MUTED = "#57534e";

/** A document with the typefaces that its texts use. */
export class Page extends PDFDocument {
  readonly fonts = new Map<string, Font>();
}

/** A document whose bytes are reproducible; only pictures are compressed. */
export const openPage = (title: string, at: Date): Page =>
  new Page({
    size: "A4",
    margin: 0,
    compress: false,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    // Without this the library would load a font file.
    font: null as unknown as string,
    info: { Title: title, Author: APP_NAME, Creator: APP_NAME, CreationDate: at, ModDate: at },
  });

/** Continues on another page if less than `height` points are left on this one. */
export function makeRoom(page: Page, height: number) {
  if (page.y + height <= BOTTOM) return;
  page.addPage();
  page.y = MARGIN;
}

export const attach = (page: Page, name: string, description: string, content: string, at: Date) =>
  page.file(Buffer.from(content), {
    name,
    type: "application/json",
    description,
    creationDate: at,
    modifiedDate: at,
  });

export async function toBytes(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  page.end();
  for await (const chunk of page) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
