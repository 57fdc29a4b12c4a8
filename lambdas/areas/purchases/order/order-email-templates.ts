import { APP_NAME } from "#shared/brand.ts";
import { formatCurrency } from "#shared/currency.ts";
import { formatDate, formatPrice } from "#shared/format.ts";
import { LICENSE_TERMS } from "#shared/license-terms.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { shorten } from "#shared/rules/visible-text.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import { getPlacedAt, type OrderItem } from "./find-orders.ts";
import { computeTotals } from "./order-view.ts";

/** Attributes of an order that its mails use. */
export type MailedOrder = Pick<
  OrderItem,
  | "orderId"
  | "paidAt"
  | "title"
  | "amounts"
  | "licenseType"
  | "licenseUsage"
  | "licenseCompany"
  | "licenseAssignee"
  | "licenseAssignor"
  | "dispute"
  | "refunded"
  | "settlement"
>;

const dollars = (cents: number) => formatPrice(cents / 100, { decimals: 2 });

/** The seller's earnings, with the payout in their own currency once it is known. */
function earnings({ amounts, settlement }: MailedOrder): string {
  const earned = dollars(computeTotals(amounts).orderEarned);
  if (!settlement || settlement.seller.currency === "usd") return earned;
  return `${earned}, paid out as ${formatCurrency(settlement.seller.amount, settlement.seller.currency)}`;
}

/** Titles are shortened for subjects. */
const shortTitle = (title: string) => `“${shorten(title, 40)}”`;

const when = (order: MailedOrder) => `${formatDate(getPlacedAt(order), undefined, "UTC")} UTC`;

const holder = ({ licenseUsage, licenseCompany, licenseAssignee }: MailedOrder) =>
  isHeldByCompany(licenseUsage) ? `${licenseCompany} (${licenseAssignee})` : licenseAssignee;

const licenseFacts = (order: MailedOrder) =>
  [
    ["Artwork", order.title],
    ["License", LICENSE_TERMS[order.licenseType].title],
    ["Given to", holder(order)],
    ["Given by", order.licenseAssignor],
    ["Order", order.orderId],
    ["Date", when(order)],
  ] as const;

/** The price of the licence; with a seller's code, also the former price and the reduction. */
function priceLines({ price, listPrice }: MailedOrder["amounts"]) {
  const paid = ["License price", dollars(price)] as const;
  if (listPrice === undefined) return [paid];
  return [["List price", dollars(listPrice)], ["Artist's discount", `−${dollars(listPrice - price)}`], paid] as const;
}

function receiptLines({ amounts }: MailedOrder) {
  const { price, buyerFee, discount, tax } = amounts;
  if (price === 0) return [["Price", formatPrice(0)]] as const;
  return [
    ...priceLines(amounts),
    ["Service fee", dollars(buyerFee)],
    ...(discount > 0 ? [["Discount", `−${dollars(discount)}`] as const] : []),
    ...(tax === undefined ? [] : [["Tax", tax === 0 ? "$0.00" : dollars(tax)] as const]),
    ["You paid", dollars(computeTotals(amounts).orderSpent)],
  ] as const;
}

const orderAt = (siteOrigin: string, { orderId }: MailedOrder) => `${siteOrigin}/orders/${orderId}`;

/** Mails about an order. There is none to the artist of a free licence. */
export const orderEmailTemplates = {
  bought: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `Your license to ${shortTitle(order.title)}`,
    paragraphs: [
      "Thank you! The license is yours, and the original waits for you on the page of your order.",
      ...(order.amounts.price > 0
        ? [
            `You find your ${isHeldByCompany(order.licenseUsage) ? "invoice" : "receipt"} there too, as a PDF.`,
            "You asked for the file at once, so the right to withdraw from the purchase ended with its delivery.",
          ]
        : []),
    ],
    facts: [...licenseFacts(order), ...receiptLines(order)],
    action: { label: "Download the original", href: orderAt(siteOrigin, order) },
    further: { label: "Certificate of the license", href: `${orderAt(siteOrigin, order)}/certificate` },
  }),
  sold: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `You sold a license to ${shortTitle(order.title)}`,
    paragraphs: [
      "Congratulations! What you earned is on its way to your account at our payment provider.",
      `The buyer's ${isHeldByCompany(order.licenseUsage) ? "invoice" : "receipt"} in your name is on the page of the order, as a PDF.`,
    ],
    facts: [
      ...licenseFacts(order),
      ...priceLines(order.amounts),
      ["Seller fee", `−${dollars(order.amounts.sellerFee)}`],
      ["You earned", earnings(order)],
    ],
    action: { label: "See the order", href: orderAt(siteOrigin, order) },
    further: { label: "Certificate of the license", href: `${orderAt(siteOrigin, order)}/certificate` },
  }),
  refunded: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `Your money for ${shortTitle(order.title)} comes back`,
    paragraphs: [
      `Your payment of ${dollars(computeTotals(order.amounts).orderSpent)} goes back to the card or account that you paid with, all of it. Banks take some days to show that.`,
      "The license ended with it: please don't use the artwork any further. You can license it again while it is offered.",
      "The credit note is on the page of your order, as a PDF.",
    ],
    facts: licenseFacts(order),
    action: { label: "See the order", href: orderAt(siteOrigin, order) },
  }),
  /** `amount`: the cents of this refund. */
  partRefunded: (order: MailedOrder, siteOrigin: string, amount = order.refunded ?? 0): EmailTemplate => {
    const { orderSpent } = computeTotals(order.amounts);
    const all = order.refunded ?? amount;
    return {
      subject: `Partial refund for ${shortTitle(order.title)}`,
      paragraphs: [
        `${dollars(amount)} of your payment go back to the card or account that you paid with. Banks take some days to show that.`,
        "The license stays in force, and nothing changes in what you may do with the artwork. The credit note is on the page of your order, as a PDF.",
      ],
      facts: [
        ...licenseFacts(order),
        ["You paid", dollars(orderSpent)],
        ["Refunded in all", dollars(all)],
        ["Left of your payment", dollars(orderSpent - all)],
      ],
      action: { label: "See the order", href: orderAt(siteOrigin, order) },
    };
  },
  saleRefunded: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `The sale of ${shortTitle(order.title)} was refunded`,
    paragraphs: [
      `The buyer's payment went back, and with it the ${dollars(computeTotals(order.amounts).orderEarned)} that you had earned; ${APP_NAME} keeps no fee of it.`,
      "The license is revoked, and the original can no longer be downloaded. The credit note is on the page of the order, as a PDF.",
    ],
    facts: licenseFacts(order),
    action: { label: "See the order", href: orderAt(siteOrigin, order) },
  }),
  refundFailed: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `${shortTitle(order.title)} is licensed to you again`,
    paragraphs: [
      "The money for it stayed with us: your bank refused the refund, or decided the dispute about the payment. So the license is in force again.",
    ],
    facts: licenseFacts(order),
    action: { label: "See the order", href: orderAt(siteOrigin, order) },
  }),
  saleRestored: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `The sale of ${shortTitle(order.title)} stands again`,
    paragraphs: [
      `The buyer's payment came back to us, and what you had earned is on its way to your account again: ${earnings(order)}.`,
      "The license is in force again.",
    ],
    facts: licenseFacts(order),
    action: { label: "See the order", href: orderAt(siteOrigin, order) },
  }),
  saleDisputed: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `The sale of ${shortTitle(order.title)} is disputed`,
    paragraphs: [
      "The buyer's bank asks about the payment. While it has taken the money back, what you earned is with us; you get it again once the bank decides for you.",
      ...(order.dispute?.due
        ? [`You can say why the sale was right until ${formatDate(order.dispute.due * 1000, undefined, "UTC")} UTC.`]
        : []),
    ],
    facts: licenseFacts(order),
    action: { label: "See the order", href: orderAt(siteOrigin, order) },
  }),
} as const;
