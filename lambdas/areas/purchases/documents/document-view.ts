import { APP_NAME } from "#shared/brand.ts";
import { formatDay, formatLicense } from "#shared/certificate/words.ts";
import { findCountry } from "#shared/countries.ts";
import type { DocumentKind, OrderDocument } from "#shared/model/document.ts";
import { getLicenseHolder, isHeldByCompany } from "#shared/rules/license-holder.ts";
import { getPlacedAt, type OrderItem } from "../order/find-orders.ts";
import { computeKeptTax, computeTotals, formatOrderedWorks } from "../order/order-view.ts";
import type { DocumentItem } from "./find-documents.ts";
import { sumBilled } from "./issue-documents.ts";

/** A document's number in its seller's series, such as `9F3A21C0-12`; for a credit note `9F3A21C0-C3`. */
const formatNumber = ({ sellerId, kind, number }: Pick<DocumentItem, "sellerId" | "kind" | "number">) =>
  `${sellerId.slice(-8).toUpperCase()}-${kind === "creditNote" ? "C" : ""}${number}`;

type Shown = Pick<DocumentItem, "sellerId" | "nth" | "kind" | "number" | "issued">;

export const toDocument = (document: Shown): OrderDocument => ({
  nth: Number(document.nth),
  kind: document.kind,
  number: document.number === undefined ? null : formatNumber(document),
  issued: document.issued ?? null,
});

const NAMES: Readonly<Record<DocumentKind, string>> = {
  receipt: "Receipt",
  invoice: "Invoice",
  creditNote: "Credit note",
};

interface Party {
  readonly name: string;
  /** Further lines: a representative and the address. */
  readonly lines: readonly string[];
  readonly vat?: string | undefined;
}

/** The content of a document, shown in its PDF and attached to it. */
export interface DocumentContent {
  readonly kind: DocumentKind;
  readonly title: string;
  readonly number: string;
  readonly issued: string;
  readonly order: string;
  /** The buyer's own number of the purchase. */
  readonly reference?: string | undefined;
  /** The document that this one reverses, in part or whole. */
  readonly about?: { readonly label: string; readonly text: string } | undefined;
  readonly seller: Party;
  readonly buyer: Party;
  /** The platform's operator, if the stage names one. */
  readonly platform?: Party | undefined;
  /** Cents. */
  readonly lines: readonly { readonly text: string; readonly detail?: string; readonly amount: number }[];
  /** The net sum of the lines and the tax, if tax was calculated. */
  readonly net?: number | undefined;
  readonly taxes: readonly { readonly text: string; readonly amount: number }[];
  readonly total: { readonly label: string; readonly amount: number };
  readonly currency: "USD";
  readonly payment: string;
  readonly notes: readonly string[];
}

const getPlatformName = ({ platform }: Pick<DocumentItem, "platform">) => platform?.name ?? APP_NAME;

function listNotes({ taxed, platform }: DocumentItem, { listPrice }: OrderItem["amounts"]): string[] {
  const name = getPlatformName({ platform });
  const own = listPrice === undefined ? `${name}'s own, and so is any discount` : `${name}'s own`;
  return [
    `Issued by ${name} in the name and on behalf of the seller, who grants the license. The service fee is ${own}.`,
    ...(taxed?.isReverseCharge ? ["Reverse charge: the customer owes the VAT on this supply."] : []),
    taxed
      ? `All amounts are in US dollars (USD). ${name} calculates the tax and, where it is shown above, collects it and pays it to the tax authorities.`
      : "All amounts are in US dollars (USD). The prices are final, and no tax is itemized.",
  ];
}

/** A longer address would push the rest off the page. */
const MAX_LINES = 8;

function listAddressLines(address = ""): readonly string[] {
  const lines = address.split("\n").filter((line) => line.trim() !== "");
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), lines.slice(MAX_LINES - 1).join(", ")];
}

const toSeller = ({ licenseAssignor }: OrderItem, { sellerAddress, sellerVat }: DocumentItem): Party => ({
  name: licenseAssignor,
  lines: listAddressLines(sellerAddress),
  vat: sellerVat,
});

/** A company with its representative, or the person billed; older orders without an address have the licence's name alone. */
function toBuyer(order: OrderItem, { billed, vat }: DocumentItem): Party {
  const person = billed ? `${billed.billingName} ${billed.billingSurname}` : order.licenseAssignee;
  const address = billed
    ? [
        billed.billingAddress,
        `${billed.billingZip} ${billed.billingCity}`,
        findCountry(billed.billingCountry)?.name ?? billed.billingCountry,
      ]
    : [];
  const isCompany = isHeldByCompany(order.licenseUsage);
  return {
    name: isCompany ? order.licenseCompany : person,
    lines: isCompany ? [person, ...address] : address,
    vat,
  };
}

/** The parts of the sale, each with its owner. */
function listSaleLines(order: OrderItem, further: readonly OrderItem[], first: DocumentItem): DocumentContent["lines"] {
  const { price, listPrice = price, buyerFee, discount } = order.amounts;
  const name = getPlatformName(first);
  const granted = first.code ? `Discount with code ${first.code}` : "Discount";
  return [
    ...[order, ...further].map((item) => ({
      text: `${item.licenseExclusive ? "Exclusive " : ""}${formatLicense(item)} to “${item.title}”`,
      detail: `Sold by ${item.licenseAssignor}, licensed to ${getLicenseHolder(item)}`,
      amount: item.licensePrice ?? (item.leadOrderId ? item.amounts.price : listPrice),
    })),
    ...(listPrice > price
      ? [{ text: granted, detail: `Granted by ${order.licenseAssignor}`, amount: price - listPrice }]
      : []),
    ...(buyerFee > 0 ? [{ text: "Service fee", detail: `Charged by ${name}`, amount: buyerFee }] : []),
    ...(discount > 0 ? [{ text: granted, detail: `Granted by ${name}`, amount: -discount }] : []),
  ];
}

/** The tax within a document, in one sum for a part of the sale, rounded so that the documents add up to what was charged. */
function computeTaxes(
  order: OrderItem,
  { taxed }: DocumentItem,
  documents: readonly DocumentItem[],
  document: DocumentItem,
) {
  if (!taxed) return { net: undefined, taxes: [] };
  const { orderSpent } = computeTotals(order.amounts);
  const earlier = documents.filter(({ nth }) => Number(nth) < Number(document.nth));
  const [before, after] = [sumBilled(earlier), sumBilled([...earlier, document])];
  const tax = Math.abs(
    computeKeptTax(order.amounts, orderSpent - after) - computeKeptTax(order.amounts, orderSpent - before),
  );
  const parts = taxed.parts.map(({ label, amount }) => ({ text: label, amount }));
  const isWhole = document.amount === orderSpent;
  const sum = { text: parts.map(({ text }) => text).join(", ") || "Tax", amount: tax };
  return { net: document.amount - tax, taxes: isWhole && parts.length > 0 ? parts : [sum] };
}

/** A document's content; `documents` are those of the order, at least up to this one, `further` its further licences. */
export function toContent(
  order: OrderItem,
  documents: readonly DocumentItem[],
  nth: number,
  further: readonly OrderItem[] = [],
): DocumentContent | undefined {
  const [first] = documents;
  const document = documents.find((one) => Number(one.nth) === nth);
  if (!first || document?.number === undefined || !document.issued) return undefined;
  const about = (one: DocumentItem) => ({
    label: `Reverses ${NAMES[one.kind].toLowerCase()}`,
    text: `${formatNumber(one)} of ${formatDay(one.issued ?? "")}`,
  });
  const { orderSpent } = computeTotals(order.amounts);
  const { kind, issued } = document;
  const { net, taxes } = computeTaxes(order, first, documents, document);
  const common = {
    kind,
    title: NAMES[kind],
    number: formatNumber(document),
    issued: formatDay(issued),
    order: order.orderId,
    reference: first.reference,
    seller: toSeller(order, first),
    buyer: toBuyer(order, first),
    platform: first.platform && {
      name: first.platform.name,
      lines: listAddressLines(first.platform.address),
      vat: first.platform.vat,
    },
    currency: "USD",
    notes: listNotes(first, order.amounts),
    net,
    taxes,
  } as const;
  const part = { text: `Part of the price of ${formatOrderedWorks(order)}`, amount: net ?? document.amount };
  const lines = document.amount === orderSpent ? listSaleLines(order, further, first) : [part];
  if (kind === "creditNote") {
    return {
      ...common,
      about: about(first),
      lines,
      total: { label: "Total credited", amount: document.amount },
      payment: "Returned to the original payment method, through Stripe.",
    };
  }
  if (nth > 1) {
    const credit = documents.slice(0, nth - 1).findLast((one) => one.kind === "creditNote");
    return {
      ...common,
      about: credit && about(credit),
      lines,
      total: { label: "Total", amount: document.amount },
      payment: "Paid in full: the returned amount was received again.",
    };
  }
  return {
    ...common,
    lines,
    total: { label: "Total", amount: document.amount },
    payment: `Paid in full on ${formatDay(getPlacedAt(order))}, through Stripe.`,
  };
}
