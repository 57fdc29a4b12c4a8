import { encode } from "uqr";
import { ACCENT, APP_NAME } from "#shared/brand.ts";
import { formatCertificate } from "#shared/certificate/file.ts";
import {
  buildStatement,
  formatDay,
  listAllowedUses,
  listParties,
  REVOKED,
  type WordedLicense,
} from "#shared/certificate/words.ts";
import { formatPrice } from "#shared/format.ts";
import { EXCLUSIVE_TERM, isOfOwnKind, LICENSE_TERMS } from "#shared/license-terms.ts";
import type { Certificate } from "#shared/model/license.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { setLetters } from "./letters.ts";
import { attach, BOTTOM, MARGIN, MUTED, makeRoom, openPage, PAGE, type Page, toBytes, WIDTH } from "./page.ts";
import { openFaces } from "./typefaces.ts";

interface CertifiedOrder {
  readonly orderId: string;
  readonly license: WordedLicense;
  readonly certificate: Certificate;
  /** A JPEG and its size; `undefined` if it is deleted. */
  readonly picture: { readonly jpeg: Uint8Array; readonly width: number; readonly height: number } | undefined;
  /** URL for verifying the licence. */
  readonly verifier: string;
}

/** Points. */
const PICTURE = 180;
const CODE = 84;
const AGREEMENT_LINE = 14;

/** A double frame, as certificates for the wall have. */
function drawFrame(page: Page) {
  for (const [inset, line] of [
    [28, 1.5],
    [32, 0.5],
  ] as const) {
    page.lineWidth(line).rect(inset, inset, PAGE.width - 2 * inset, PAGE.height - 2 * inset);
    page.stroke(ACCENT[700]);
  }
}

function drawHeader(page: Page, isRevoked: boolean) {
  setLetters(page, { font: "bold", size: 12, color: ACCENT[700] }).text(APP_NAME, MARGIN, MARGIN);
  setLetters(page, { font: "bold", size: 28 }).text("License certificate", MARGIN, MARGIN + 22);
  if (!isRevoked) return;
  setLetters(page, { font: "bold", size: 14 }).text(REVOKED, MARGIN, page.y + 8);
}

/** Draws the picture beside the statement; returns the lower end of both. */
function drawStatement(page: Page, { license, certificate, picture }: CertifiedOrder): number {
  const top = page.y + 20;
  const scale = picture ? PICTURE / Math.max(picture.width, picture.height) : 0;
  const [width, height] = [(picture?.width ?? 0) * scale, (picture?.height ?? 0) * scale];
  if (picture) page.image(Buffer.from(picture.jpeg), MARGIN, top, { width, height });
  const left = MARGIN + width + (picture ? 26 : 0);
  const statement = buildStatement(license, certificate.payload.artworkTitle);
  const isLong = statement.map(({ text }) => text).join("").length > 180;
  const pieces = statement.map(({ text, isStrong }) => ({ text, ...(isStrong ? { font: "bold" as const } : {}) }));
  setLetters(page, { size: isLong ? 12 : 17 }).text(pieces, left, top - 4, { lineGap: 3 });
  return Math.max(page.y, top + height);
}

function drawUses(page: Page, license: WordedLicense) {
  const { holder, rights, examples } = listAllowedUses(license);
  setLetters(page, { font: "bold", size: 12 }).text("What it allows", MARGIN);
  setLetters(page, { size: 10 }).text([{ text: holder }, { text: rights }], MARGIN, page.y + 4, {
    width: WIDTH,
    lineGap: 2,
  });
  page.y += 4;
  for (const example of examples) {
    const top = page.y;
    setLetters(page, { size: 9.5, color: ACCENT[700] }).text("–", MARGIN);
    setLetters(page, { size: 9.5 }).text(example, MARGIN + 14, top, { lineGap: 1.5 });
    page.y += 3;
  }
  page.y += 16;
}

/** Facts in columns below their labels. */
function drawFacts(page: Page, { license, certificate: { payload } }: CertifiedOrder, top: number) {
  const facts = [
    ...listParties(license),
    { label: "Issued", value: formatDay(payload.created) },
    { label: "Price", value: formatPrice(payload.licensePrice / 100, { decimals: 2 }) },
  ];
  const columns = 3;
  const column = WIDTH / columns;
  let y = top;
  for (let row = 0; row < facts.length; row += columns) {
    let end = y;
    for (const [at, { label, value }] of facts.slice(row, row + columns).entries()) {
      const options = { width: column - 12 };
      setLetters(page, { size: 7.5, color: MUTED }).text(label, MARGIN + at * column, y, options);
      setLetters(page, { size: 10 }).text(value, MARGIN + at * column, page.y + 1, options);
      end = Math.max(end, page.y);
    }
    y = end + 8;
  }
}

/** A QR code, black on white; the paper around it is the quiet zone. */
function drawCode(page: Page, value: string, left: number, top: number) {
  const { data, size } = encode(value, { ecc: "M", border: 0 });
  page
    .save()
    .translate(left, top)
    .scale(CODE / size);
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) page.rect(x, y, 1, 1);
  }
  page.fill("black").restore();
}

/** The proof in small print, at the foot of the page. */
function drawProof(page: Page, { orderId, certificate, verifier }: CertifiedOrder) {
  const { payload, licenseFingerprint, signature, keyId } = certificate;
  const numbers = [
    ["Order", formatOrderNumber(orderId)],
    ["Fingerprint", licenseFingerprint],
    ["License", payload.licenseId],
    ["Artwork and version", `${payload.artworkId} / ${payload.versionId}`],
    ["Original (SHA-256)", payload.mediaSha256],
    [`${LICENSE_TERMS[payload.licenseType].title} (SHA-256)`, payload.termsHash],
    ["Key", keyId],
    ["Signature (Ed25519)", signature],
  ] as const;
  const top = BOTTOM - 114;
  page
    .lineWidth(0.5)
    .moveTo(MARGIN, top)
    .lineTo(MARGIN + WIDTH, top)
    .stroke(MUTED);
  drawCode(page, verifier, MARGIN, top + 16);
  const left = MARGIN + CODE + 22;
  const width = MARGIN + WIDTH - left;
  setLetters(page, { size: 9 }).text("Check whether this license is still in force at", left, top + 14, { width });
  setLetters(page, { size: 8 }).text(verifier, left, page.y, { width, link: verifier });
  page.y += 6;
  for (const [label, value] of numbers) {
    const pieces = [{ text: `${label}  `, color: MUTED }, { text: value }];
    setLetters(page, { size: 5.8 }).text(pieces, left, page.y, { width, lineGap: 0.8 });
  }
  setLetters(page, { size: 5.8, color: MUTED }).text(
    "This file carries the signed certificate, certificate.json. The signature covers that, not the words on this page.",
    left,
    page.y + 4,
    { width },
  );
}

/** Additions of an offer to the licence's terms, on pages of its own. */
function drawAgreement(page: Page, { licenseTerms = "", licenseExclusive }: WordedLicense) {
  page.addPage();
  setLetters(page, { font: "bold", size: 16 }).text("What the two sides agreed on", MARGIN, MARGIN);
  page.y += 8;
  const paragraphs = [...(licenseExclusive ? [EXCLUSIVE_TERM] : []), ...licenseTerms.split("\n")];
  const options = { width: WIDTH, lineGap: 2 };
  for (const paragraph of paragraphs) {
    const letters = setLetters(page, { size: 10 });
    makeRoom(page, letters.height(paragraph, options) || AGREEMENT_LINE);
    if (paragraph.trim() === "") page.y += AGREEMENT_LINE;
    else letters.text(paragraph, MARGIN, page.y, options);
  }
  setLetters(page, { size: 8, color: MUTED }).text(
    "This is part of the license's terms, whose SHA-256 the certificate names.",
    MARGIN,
    page.y + 10,
    options,
  );
}

/**
 * The certificate as an A4 PDF of one page, and more if an offer added terms, always the same bytes. Only the picture is compressed, so that the attached
 * certificate can be found without a PDF reader.
 */
export async function drawCertificate(order: CertifiedOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { license, certificate } = order;
  const at = new Date(certificate.payload.created);
  await openFaces(JSON.stringify({ license, certificate }));
  const page = openPage("License certificate", at);
  drawFrame(page);
  drawHeader(page, license.status === "revoked");
  page.y = drawStatement(page, order) + 26;
  if (license.status === "valid") drawUses(page, license);
  drawFacts(page, order, page.y);
  drawProof(page, order);
  if (isOfOwnKind(license)) drawAgreement(page, license);
  attach(page, "certificate.json", "The signed certificate", formatCertificate(certificate), at);
  return toBytes(page);
}
