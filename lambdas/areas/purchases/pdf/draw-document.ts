import { ACCENT, APP_NAME } from "#shared/brand.ts";
import { formatPrice } from "#shared/format.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { type DocumentContent, toContent } from "../documents/document-view.ts";
import type { DocumentItem } from "../documents/find-documents.ts";
import type { OrderItem } from "../order/find-orders.ts";
import { setLetters } from "./letters.ts";
import { attach, BOTTOM, MARGIN, MUTED, makeRoom, openPage, type Page, toBytes, WIDTH } from "./page.ts";
import { openFaces } from "./typefaces.ts";

const formatMoney = (cents: number) =>
  cents === 0
    ? "$0.00"
    : cents < 0
      ? `−${formatPrice(-cents / 100, { decimals: 2 })}`
      : formatPrice(cents / 100, { decimals: 2 });

function drawRule(page: Page, y: number, width = 0.5) {
  page
    .lineWidth(width)
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y);
  page.stroke(MUTED);
}

function drawHeader(page: Page, { title, number, issued }: DocumentContent) {
  setLetters(page, { font: "bold", size: 12, color: ACCENT[700] }).text(APP_NAME, MARGIN, MARGIN);
  setLetters(page, { font: "bold", size: 28 }).text(title, MARGIN, MARGIN + 20);
  const end = page.y;
  setLetters(page, { font: "bold", size: 11 }).text(number, MARGIN, MARGIN + 27, { width: WIDTH, align: "right" });
  setLetters(page, { size: 10, color: MUTED }).text(issued, MARGIN, page.y + 1, { width: WIDTH, align: "right" });
  page.y = end + 18;
}

/** Texts under their labels, side by side. */
interface Column {
  readonly label: string;
  readonly lines: readonly string[];
}

function drawColumns(page: Page, columns: readonly Column[], first: "regular" | "bold" = "regular") {
  const top = page.y;
  const column = WIDTH / 2;
  let end = top;
  for (const [at, { label, lines }] of columns.entries()) {
    const left = MARGIN + at * column;
    const options = { width: column - 18, lineGap: 1.5 };
    setLetters(page, { size: 8, color: MUTED }).text(label, left, top, options);
    page.y += 2;
    for (const [nth, line] of lines.entries()) {
      setLetters(page, { font: nth === 0 ? first : "regular", size: 10 }).text(line, left, page.y, options);
    }
    end = Math.max(end, page.y);
  }
  page.y = end + 18;
}

const listPartyLines = ({ name, lines, vat }: DocumentContent["seller"]) => [
  name,
  ...lines,
  ...(vat ? [`VAT ${vat}`] : []),
];

/** An amount right-aligned beside its text, which may take several lines. */
function drawAmount(page: Page, text: string, amount: number, font: "regular" | "bold") {
  const top = page.y;
  setLetters(page, { font, size: 10.5 }).text(formatMoney(amount), MARGIN, top, { width: WIDTH, align: "right" });
  setLetters(page, { font, size: 10.5 }).text(text, MARGIN, top, { width: WIDTH - 110, lineGap: 1 });
}

/** Points of a line with its detail and the rules around it. */
const LINE_HEIGHT = 48;
/** Points of the taxes, the total and the payment. */
const TOTAL_HEIGHT = 140;

function drawLines(page: Page, { lines, net, taxes, total, currency }: DocumentContent) {
  drawRule(page, page.y);
  page.y += 12;
  for (const { text, detail, amount } of lines) {
    makeRoom(page, LINE_HEIGHT);
    drawAmount(page, text, amount, "regular");
    if (detail) setLetters(page, { size: 8.5, color: MUTED }).text(detail, MARGIN, page.y + 1, { width: WIDTH - 110 });
    page.y += 10;
  }
  if (lines.length > 1) makeRoom(page, TOTAL_HEIGHT);
  if (net !== undefined) {
    drawRule(page, page.y);
    page.y += 10;
    for (const { text, amount } of [{ text: "Net", amount: net }, ...taxes]) {
      drawAmount(page, text, amount, "regular");
      page.y += 6;
    }
    page.y += 4;
  }
  drawRule(page, page.y, 1);
  page.y += 10;
  drawAmount(page, `${total.label} (${currency})`, total.amount, "bold");
}

function drawNotes(page: Page, { notes, lines }: DocumentContent) {
  const options = { width: WIDTH, lineGap: 1.5 };
  const letters = setLetters(page, { size: 8, color: MUTED });
  const height = notes.reduce((sum, note) => sum + letters.height(note, options) + 4, 0);
  if (lines.length > 1) makeRoom(page, 24 + height);
  page.y = Math.max(page.y + 24, BOTTOM - height);
  for (const note of notes) letters.text(note, MARGIN, page.y, options).y += 4;
}

/** A receipt, invoice or credit note on A4; `undefined` if the order has no such number. `further`: see `toContent`. */
export async function drawDocument(
  order: OrderItem,
  documents: readonly DocumentItem[],
  nth: number,
  further: readonly OrderItem[] = [],
) {
  const content = toContent(order, documents, nth, further);
  const { issued } = documents.find((document) => Number(document.nth) === nth) ?? {};
  if (!content || !issued) return undefined;
  const at = new Date(issued);
  await openFaces(JSON.stringify(content));
  const page = openPage(`${content.title} ${content.number}`, at);
  drawHeader(page, content);
  const parties = [
    { label: "Seller", lines: listPartyLines(content.seller) },
    { label: "Billed to", lines: listPartyLines(content.buyer) },
  ];
  drawColumns(page, parties, "bold");
  const { order: orderId, reference, about, platform } = content;
  const facts = [
    { label: "Order", lines: [formatOrderNumber(orderId)] },
    ...(reference ? [{ label: "Buyer's reference", lines: [reference] }] : []),
    ...(about ? [{ label: about.label, lines: [about.text] }] : []),
    ...(platform ? [{ label: "Marketplace", lines: listPartyLines(platform) }] : []),
  ];
  drawColumns(page, facts.slice(0, 2));
  if (facts.length > 2) drawColumns(page, facts.slice(2));
  drawLines(page, content);
  setLetters(page, { size: 10.5 }).text(content.payment, MARGIN, page.y + 14, { width: WIDTH });
  drawNotes(page, content);
  attach(page, "document.json", "What this document says", `${JSON.stringify(content, undefined, 2)}\n`, at);
  return toBytes(page);
}
