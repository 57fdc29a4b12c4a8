import { DISPLAY } from "#shared/display.ts";
import { formatDate, formatPrice } from "#shared/format.ts";
import { LICENSE_TERMS } from "#shared/license-terms.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { getPlacedAt, type OrderItem } from "./find-orders.ts";
import { computeTotals, formatOrderedWorks } from "./order-view.ts";

/** The facts of an order, as the beginning of a text for a bank. */
export function draftEvidence(order: OrderItem, siteOrigin: string): string {
  const { orderId, licenseType, licenseUsage, licenseCompany, licenseAssignee, licenseAssignor, fingerprint } = order;
  const paid = formatPrice(computeTotals(order.amounts).orderSpent / 100, { decimals: 2 });
  const holder = isHeldByCompany(licenseUsage) ? `${licenseCompany} (${licenseAssignee})` : licenseAssignee;
  return [
    `Order ${formatOrderNumber(orderId)} was paid on ${formatDate(getPlacedAt(order), DISPLAY.momentFormat, "UTC")} UTC: ${paid}.`,
    `It licenses the digital artwork ${formatOrderedWorks(order)} (${LICENSE_TERMS[licenseType].title}), granted by ${licenseAssignor} to ${holder}.`,
    "The buyer asked for immediate delivery and has been able to download the original file from their account since then.",
    `The license certificate has the fingerprint ${fingerprint} and can be checked at ${siteOrigin}/verifier.`,
  ].join("\n");
}
