import { APP_NAME } from "#shared/brand.ts";
import { formatCurrency } from "#shared/currency.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatDate, formatPrice } from "#shared/format.ts";
import { LICENSE_TERMS } from "#shared/license-terms.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import { listPreviews } from "../../media/preview-paths.ts";
import { getPlacedAt, type OrderItem } from "./find-orders.ts";
import { computeTotals, formatOrderedWorks } from "./order-view.ts";

/** Attributes of an order that its mails use. */
export type MailedOrder = Pick<
  OrderItem,
  | "orderId"
  | "paidAt"
  | "title"
  | "itemOrderIds"
  | "alt"
  | "amounts"
  | "licenseType"
  | "licenseUsage"
  | "licenseCompany"
  | "licenseAssignee"
  | "licenseAssignor"
  | "licenseTerms"
  | "licenseExclusive"
  | "dispute"
  | "refunded"
  | "settlement"
  | "operatorRefund"
  | "previewKey"
  | "width"
  | "height"
>;

const formatDollars = (cents: number) => formatPrice(cents / 100, { decimals: 2 });

/** The seller's earnings, with the payout in their own currency once it is known. */
function formatEarnings({ amounts, settlement }: MailedOrder): string {
  const earned = formatDollars(computeTotals(amounts).orderEarned);
  if (!settlement || settlement.seller.currency === "usd") return earned;
  return `${earned}, converted to ${formatCurrency(settlement.seller.amount, settlement.seller.currency)}`;
}

/** Titles are shortened for subjects. */
const formatSubject = (order: MailedOrder) => formatOrderedWorks(order, 40);

const countLicenses = ({ itemOrderIds = [] }: MailedOrder) => 1 + itemOrderIds.length;

/** The text for one licence or for several. */
const byNumber = (order: MailedOrder, one: string, several: string) => (countLicenses(order) > 1 ? several : one);

const formatPlacedAt = (order: MailedOrder) => `${formatDate(getPlacedAt(order), DISPLAY.momentFormat, "UTC")} UTC`;

const formatHolder = ({ licenseUsage, licenseCompany, licenseAssignee }: MailedOrder) =>
  isHeldByCompany(licenseUsage) ? `${licenseCompany} (${licenseAssignee})` : licenseAssignee;

const listLicenseFacts = (order: MailedOrder) =>
  [
    ["Artwork", byNumber(order, order.title, formatOrderedWorks(order))],
    [
      byNumber(order, "License", "Licenses"),
      byNumber(order, LICENSE_TERMS[order.licenseType].title, `${countLicenses(order)}, each with its certificate`),
    ],
    ...(order.licenseExclusive ? [["Exclusive", "Yes. Licenses sold before stay in force."] as const] : []),
    ...(order.licenseTerms ? [["Agreed terms", order.licenseTerms] as const] : []),
    ["Licensed to", formatHolder(order)],
    ["Granted by", order.licenseAssignor],
    ["Order", formatOrderNumber(order.orderId)],
    ["Date", formatPlacedAt(order)],
  ] as const;

/** The price of the licence; with a seller's code, also the former price and the reduction. */
function listPriceFacts(order: MailedOrder) {
  const { price, listPrice } = order.amounts;
  const paid = [byNumber(order, "License price", "License prices"), formatDollars(price)] as const;
  if (listPrice === undefined) return [paid];
  return [
    ["List price", formatDollars(listPrice)],
    ["Artist's discount", `−${formatDollars(listPrice - price)}`],
    paid,
  ] as const;
}

function listReceiptFacts(order: MailedOrder) {
  const { amounts } = order;
  const { price, buyerFee, discount, tax } = amounts;
  if (price === 0) return [["Price", formatPrice(0)]] as const;
  return [
    ...listPriceFacts(order),
    ["Service fee", formatDollars(buyerFee)],
    ...(discount > 0 ? [["Discount", `−${formatDollars(discount)}`] as const] : []),
    ...(tax === undefined ? [] : [["Tax", tax === 0 ? "$0.00" : formatDollars(tax)] as const]),
    ["You paid", formatDollars(computeTotals(amounts).orderSpent)],
  ] as const;
}

/** The operators' reason for a refund on the seller's behalf. */
const listRefundFacts = ({ operatorRefund }: MailedOrder) =>
  operatorRefund ? [["Reason of the refund", operatorRefund.reason] as const] : [];

const buildOrderUrl = (siteOrigin: string, { orderId }: MailedOrder) => `${siteOrigin}/orders/${orderId}`;

/** An order of several licences has a certificate for each, on its page. */
const linkCertificate = (order: MailedOrder, siteOrigin: string): Pick<EmailTemplate, "further"> =>
  countLicenses(order) > 1
    ? {}
    : { further: { label: "License certificate", href: `${buildOrderUrl(siteOrigin, order)}/certificate` } };

/** The bought picture as visitors see it, with its watermark. */
function toMailPicture(
  { previewKey, width, height, title, alt: artworkAlt }: MailedOrder,
  siteOrigin: string,
): EmailTemplate["picture"] {
  const preview = listPreviews(previewKey, width, height).findLast((each) => each.width <= DISPLAY.artworkWidth);
  const alt = getPictureAlt({ artworkTitle: title, artworkAlt });
  return preview && { src: `${siteOrigin}${preview.jpeg}`, width: preview.width, height: preview.height, alt };
}

const REFUND_APPEAL =
  "A person decided this. If you think that it is a mistake, reply to this email within six months and explain why. Somebody other than the person who decided reads your answer.";

/** Mails about an order. There is none to the artist of a free licence. */
export const orderEmailTemplates = {
  bought: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `Your ${byNumber(order, "license", "licenses")} to ${formatSubject(order)}`,
    paragraphs: [
      byNumber(
        order,
        "Thank you! You now hold the license. Download the original from your order's page.",
        "Thank you! You now hold the licenses. Download the originals and their certificates from your order's page.",
      ),
      ...(order.amounts.price > 0
        ? [
            `Your ${isHeldByCompany(order.licenseUsage) ? "invoice" : "receipt"} is there too, as a PDF.`,
            "You asked for immediate delivery of the file, so your right to withdraw from the purchase ended when it was delivered.",
          ]
        : []),
    ],
    facts: [...listLicenseFacts(order), ...listReceiptFacts(order)],
    action: {
      label: byNumber(order, "Download the original", "Download the originals"),
      href: buildOrderUrl(siteOrigin, order),
    },
    ...linkCertificate(order, siteOrigin),
  }),
  sold: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `You earned ${formatDollars(computeTotals(order.amounts).orderEarned)}: ${formatSubject(order)} ${byNumber(order, "was", "were")} licensed`,
    picture: toMailPicture(order, siteOrigin),
    paragraphs: [
      "Congratulations! Your earnings are being transferred to your account at our payment provider.",
      `The buyer's ${isHeldByCompany(order.licenseUsage) ? "invoice" : "receipt"} in your name is on the order's page, as a PDF.`,
    ],
    facts: [
      ...listLicenseFacts(order),
      ...listPriceFacts(order),
      ["Seller fee", `−${formatDollars(order.amounts.sellerFee)}`],
      ["You earned", formatEarnings(order)],
    ],
    action: { label: "See the order", href: buildOrderUrl(siteOrigin, order) },
    ...linkCertificate(order, siteOrigin),
  }),
  refunded: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `Refund for ${formatSubject(order)}`,
    paragraphs: [
      `Your payment of ${formatDollars(computeTotals(order.amounts).orderSpent)} is refunded in full to the card or account that you paid with. It may take a few days to appear.`,
      ...(order.operatorRefund ? ["We refunded it on the artist's behalf, for the reason below."] : []),
      byNumber(
        order,
        "Your license has ended, so please stop using the artwork. You can license it again while it is available.",
        "Your licenses have ended, so please stop using the artworks. You can license them again while they are available.",
      ),
      "The credit note is on your order's page, as a PDF.",
    ],
    facts: [...listRefundFacts(order), ...listLicenseFacts(order)],
    action: { label: "See the order", href: buildOrderUrl(siteOrigin, order) },
  }),
  /** `amount`: the cents of this refund. */
  partRefunded: (order: MailedOrder, siteOrigin: string, amount = order.refunded ?? 0): EmailTemplate => {
    const { orderSpent } = computeTotals(order.amounts);
    const all = order.refunded ?? amount;
    return {
      subject: `Partial refund for ${formatSubject(order)}`,
      paragraphs: [
        `${formatDollars(amount)} of your payment is refunded to the card or account that you paid with. It may take a few days to appear.`,
        `${byNumber(order, "Your license stays in force, and you may use the artwork", "Your licenses stay in force, and you may use the artworks")} as before. The credit note is on your order's page, as a PDF.`,
      ],
      facts: [
        ...listLicenseFacts(order),
        ["You paid", formatDollars(orderSpent)],
        ["Total refunded", formatDollars(all)],
        ["Remaining payment", formatDollars(orderSpent - all)],
      ],
      action: { label: "See the order", href: buildOrderUrl(siteOrigin, order) },
    };
  },
  saleRefunded: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `The sale of ${formatSubject(order)} was refunded`,
    paragraphs: [
      `The buyer's payment was refunded, including the ${formatDollars(computeTotals(order.amounts).orderEarned)} that you had earned; ${APP_NAME} keeps no fee.`,
      ...(order.operatorRefund ? ["We refunded it on your behalf, for the reason below.", REFUND_APPEAL] : []),
      `${byNumber(order, "The license is revoked, and the original", "The licenses are revoked, and the originals")} can no longer be downloaded. The credit note is on the order's page, as a PDF.`,
    ],
    facts: [...listRefundFacts(order), ...listLicenseFacts(order)],
    action: { label: "See the order", href: buildOrderUrl(siteOrigin, order) },
    ...(order.operatorRefund ? { replyToOperators: true } : {}),
  }),
  refundFailed: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `${formatSubject(order)} ${byNumber(order, "is", "are")} licensed to you again`,
    paragraphs: [
      `Your bank rejected the refund or decided the payment dispute in the seller's favor, so your ${byNumber(order, "license is", "licenses are")} in force again.`,
    ],
    facts: listLicenseFacts(order),
    action: { label: "See the order", href: buildOrderUrl(siteOrigin, order) },
  }),
  refundReturned: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `The refund for ${formatSubject(order)} came back to us`,
    paragraphs: [
      "Your bank rejected the refund or decided the payment dispute in the seller's favor. The license was sold again in the meantime, so we can't give it back to you.",
      "We are looking for another way to return your payment. You don't need to do anything; if you have a question, reply to this email.",
    ],
    facts: listLicenseFacts(order),
    action: { label: "See the order", href: buildOrderUrl(siteOrigin, order) },
    replyToOperators: true,
  }),
  saleRestored: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `The sale of ${formatSubject(order)} is valid again`,
    paragraphs: [
      `We received the buyer's payment again, and your earnings are being transferred to your account again: ${formatEarnings(order)}.`,
      byNumber(order, "The license is in force again.", "The licenses are in force again."),
    ],
    facts: listLicenseFacts(order),
    action: { label: "See the order", href: buildOrderUrl(siteOrigin, order) },
  }),
  saleDisputed: (order: MailedOrder, siteOrigin: string): EmailTemplate => ({
    subject: `The sale of ${formatSubject(order)} is disputed`,
    paragraphs: [
      "The buyer's bank has questions about the payment. If it withdraws the money, we hold back your earnings; you get them back if the bank decides in your favor.",
      ...(order.dispute?.due
        ? [
            `You can submit evidence on the order's page until ${formatDate(order.dispute.due * 1000, DISPLAY.momentFormat, "UTC")} UTC.`,
          ]
        : []),
    ],
    facts: listLicenseFacts(order),
    action: { label: "See the order", href: buildOrderUrl(siteOrigin, order) },
  }),
} as const;
