import { APP_NAME } from "#shared/brand.ts";
import { dayInWords, licenseInWords } from "#shared/certificate/words.ts";
import { countryOf } from "#shared/countries.ts";
import type { DocumentKind, OrderDocument } from "#shared/model/document.ts";
import { isHeldByCompany, licenseHolder } from "#shared/rules/license-holder.ts";
import { type OrderItem, placedOf } from "../order/find-orders.ts";
import { totalsOf } from "../order/order-view.ts";
import type { DocumentItem } from "./find-documents.ts";

/** A number of a seller's series as it is written, such as `9F3A21C0-12`, of a credit note `9F3A21C0-C3`. */
const writtenNumber = ({ sellerId, kind, number }: Pick<DocumentItem, "sellerId" | "kind" | "number">) =>
  `${sellerId.slice(-8).toUpperCase()}-${kind === "creditNote" ? "C" : ""}${number}`;

type Shown = Pick<DocumentItem, "sellerId" | "nth" | "kind" | "number" | "issued">;

export const documentOf = (document: Shown): OrderDocument => ({
  nth: Number(document.nth),
  kind: document.kind,
  number: document.number === undefined ? null : writtenNumber(document),
  issued: document.issued ?? null,
});

const NAMES: Readonly<Record<DocumentKind, string>> = {
  receipt: "Receipt",
  invoice: "Invoice",
  creditNote: "Credit note",
};

interface Party {
  readonly name: string;
  /** Further lines: a representative, the address. */
  readonly lines: readonly string[];
  readonly vat?: string | undefined;
}

/** All that a document says; its PDF shows and carries it. */
export interface DocumentContent {
  readonly kind: DocumentKind;
  readonly title: string;
  readonly number: string;
  readonly issued: string;
  readonly order: string;
  /** The buyer's own number of the purchase. */
  readonly reference?: string | undefined;
  /** The document that this one takes back, in part or whole. */
  readonly about?: { readonly label: string; readonly text: string } | undefined;
  readonly seller: Party;
  readonly buyer: Party;
  /** Cents. */
  readonly lines: readonly { readonly text: string; readonly detail?: string; readonly amount: number }[];
  readonly total: { readonly label: string; readonly amount: number };
  readonly currency: "USD";
  readonly payment: string;
  readonly notes: readonly string[];
}

const NOTES = [
  `Issued by ${APP_NAME} in the name and for the account of the seller, who grants the license. The service fee is ${APP_NAME}'s own, and so is a discount.`,
  "All amounts are in US dollars (USD). The prices are final, and no tax is itemized in them.",
];

const sellerOf = ({ licenseAssignor }: OrderItem, { sellerAddress, sellerVat }: DocumentItem): Party => ({
  name: licenseAssignor,
  lines: sellerAddress?.split("\n").filter((line) => line.trim() !== "") ?? [],
  vat: sellerVat,
});

/** A company with who acts for it, or the person billed; orders from before addresses were kept have the licence's name alone. */
function buyerOf(order: OrderItem, { billed, vat }: DocumentItem): Party {
  const person = billed ? `${billed.billingName} ${billed.billingSurname}` : order.licenseAssignee;
  const address = billed
    ? [
        billed.billingAddress,
        `${billed.billingZip} ${billed.billingCity}`,
        countryOf(billed.billingCountry)?.name ?? billed.billingCountry,
      ]
    : [];
  const isCompany = isHeldByCompany(order.licenseUsage);
  return {
    name: isCompany ? order.licenseCompany : person,
    lines: isCompany ? [person, ...address] : address,
    vat,
  };
}

/** The sale in its parts, each with whose it is. */
function saleLines(order: OrderItem): DocumentContent["lines"] {
  const { price, buyerFee, discount } = order.amounts;
  return [
    {
      text: `${licenseInWords(order)} to “${order.title}”`,
      detail: `Sold by ${order.licenseAssignor}, licensed to ${licenseHolder(order)}`,
      amount: price,
    },
    ...(buyerFee > 0 ? [{ text: "Service fee", detail: `Charged by ${APP_NAME}`, amount: buyerFee }] : []),
    ...(discount > 0 ? [{ text: "Discount", detail: `Granted by ${APP_NAME}`, amount: -discount }] : []),
  ];
}

/** A document's content; `documents` are all of the order, up to this one at least. */
export function contentOf(
  order: OrderItem,
  documents: readonly DocumentItem[],
  nth: number,
): DocumentContent | undefined {
  const [first] = documents;
  const document = documents.find((one) => Number(one.nth) === nth);
  if (!first || document?.number === undefined || !document.issued) return undefined;
  const about = (one: DocumentItem) => ({
    label: `Takes back ${NAMES[one.kind].toLowerCase()}`,
    text: `${writtenNumber(one)} of ${dayInWords(one.issued ?? "")}`,
  });
  const { orderSpent } = totalsOf(order.amounts);
  const { kind, issued } = document;
  const common = {
    kind,
    title: NAMES[kind],
    number: writtenNumber(document),
    issued: dayInWords(issued),
    order: order.orderId,
    reference: first.reference,
    seller: sellerOf(order, first),
    buyer: buyerOf(order, first),
    currency: "USD",
    notes: NOTES,
  } as const;
  const part = { text: `Part of the price of “${order.title}”`, amount: document.amount };
  const lines = document.amount === orderSpent ? saleLines(order) : [part];
  if (kind === "creditNote") {
    return {
      ...common,
      about: about(first),
      lines,
      total: { label: "Total credited", amount: document.amount },
      payment: "Returned the way that it was paid, through Stripe.",
    };
  }
  if (nth > 1) {
    const credit = documents.slice(0, nth - 1).findLast((one) => one.kind === "creditNote");
    return {
      ...common,
      about: credit && about(credit),
      lines,
      total: { label: "Total", amount: document.amount },
      payment: "Paid in full: what had been returned came back.",
    };
  }
  return {
    ...common,
    lines: saleLines(order),
    total: { label: "Total", amount: document.amount },
    payment: `Paid in full on ${dayInWords(placedOf(order))}, through Stripe.`,
  };
}
