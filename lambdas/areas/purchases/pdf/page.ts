import PDFDocument from "pdfkit";
import { APP_NAME } from "#shared/brand.ts";
import { FONTS } from "./printable.ts";

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 64;
export const WIDTH = PAGE.width - 2 * MARGIN;
export const BOTTOM = PAGE.height - MARGIN;

/** Dark enough to stay apart on a printer without colours. */
export const INK = "#1c1917";
export const MUTED = "#57534e";

export type Page = InstanceType<typeof PDFDocument>;

interface Lettering {
  readonly font?: keyof typeof FONTS;
  readonly size: number;
  readonly color?: string;
}

export const setLetters = (page: Page, { font = "regular", size, color = INK }: Lettering) =>
  page.font(font).fontSize(size).fillColor(color);

/** A document of one page that is the same each time it is drawn; nothing in it is compressed but pictures. */
export function openPage(title: string, at: Date): Page {
  const page = new PDFDocument({
    size: "A4",
    margin: 0,
    compress: false,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    // Without one of its own the library would look for a font's file.
    font: FONTS.regular as unknown as string,
    info: { Title: title, Author: APP_NAME, Creator: APP_NAME, CreationDate: at, ModDate: at },
  });
  for (const [name, font] of Object.entries(FONTS)) page.registerFont(name, font);
  return page;
}

/** Attaches a JSON file. */
export const attach = (page: Page, name: string, description: string, content: string, at: Date) =>
  page.file(Buffer.from(content), {
    name,
    type: "application/json",
    description,
    creationDate: at,
    modifiedDate: at,
  });

/** Ends the document. */
export async function bytesOf(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  page.end();
  for await (const chunk of page) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
