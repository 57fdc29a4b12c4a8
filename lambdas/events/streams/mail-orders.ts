import type { DynamoDBStreamEvent } from "aws-lambda";
import { isWanted } from "#shared/model/notifications.ts";
import type { OrderItem } from "../../areas/purchases/order/find-orders.ts";
import { orderEmailTemplates } from "../../areas/purchases/order/order-email-templates.ts";
import { becameRefunded, isPaidWithoutLicense } from "../../areas/purchases/order/order-view.ts";
import { isInquiry } from "../../areas/purchases/stripe/dispute-states.ts";
import { findUser } from "../../areas/users/find-user.ts";
import { createUnsubscribeLinks } from "../../areas/users/unsubscribe-links.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { type MailServices, mailOnce, mailOnceTo } from "../../platform/mail/mail-once.ts";
import type { MailedEvent } from "../../platform/mail/open-deferred-mails.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume } from "./consume.ts";
import { parseOrder } from "./order-images.ts";

/**
 * Mails both sides about placed orders and returned money, the seller about disputes, and the buyer about partial refunds.
 */
export const mailOrders = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async (record) => {
    const [before, after] = [parseOrder(record, "OldImage"), parseOrder(record, "NewImage")];
    // A further licence is part of the order that pays for it.
    if (!after || after.leadOrderId) return;
    if (!before) await mailBuyer(services, after, "placed", "bought");
    const isSettled = after.settlement !== undefined && (!before || (before.unsettled && !before.settlement));
    // The seller's mail contains the payout, which is known once the payment is settled.
    if (isSettled && after.status !== "refunded") await mailSale(services, after);
    if (!before) return;
    await mailRefundInPart(services, before, after);
    if (becameRefunded(before, after)) {
      await mailBothSides(services, after, "refunded", { buyer: "refunded", seller: "saleRefunded" });
    }
    if (before.status === "refunded" && after.status !== "refunded") {
      await mailBothSides(services, after, "restored", { buyer: "refundFailed", seller: "saleRestored" });
    }
    if (!isPaidWithoutLicense(before) && isPaidWithoutLicense(after)) {
      await mailBuyer(services, after, "returned", "refundReturned");
    }
    // An inquiry that becomes a dispute needs another answer, and its money is withdrawn.
    const isEscalated = before.dispute && isInquiry(before.dispute) && after.dispute && !isInquiry(after.dispute);
    if (after.dispute?.due && (!before.dispute?.due || isEscalated)) {
      await mailSeller(services, after, "disputed", "saleDisputed");
    }
  });

type Name = keyof typeof orderEmailTemplates;

/** The same event may recur, so its key contains the number of the order's movements. */
const buildEvent = (template: string, { orderId, bookings }: OrderItem, name: Name): MailedEvent => ({
  key: `mail#${template}#${orderId}${bookings === undefined ? "" : `#${bookings}`}`,
  kind: name,
  orderId,
});

/** A pending refund may fail, and a full one has its own mail. */
async function mailRefundInPart(services: MailServices & BaseServices, before: OrderItem, after: OrderItem) {
  const { refunded = 0 } = after;
  const amount = refunded - (before.refunded ?? 0);
  if (amount <= 0 || after.status === "refunded") return;
  const email = orderEmailTemplates.partRefunded(after, services.siteOrigin, amount);
  await mailReceipt(services, after, buildEvent(`refunded ${refunded}`, after, "partRefunded"), email);
}

async function mailBothSides(
  services: MailServices & BaseServices,
  order: OrderItem,
  template: string,
  { buyer, seller }: { readonly buyer: Name; readonly seller: Name },
) {
  await mailBuyer(services, order, template, buyer);
  if (order.amounts.price > 0) await mailSeller(services, order, template, seller);
}

const mailBuyer = (services: MailServices & BaseServices, order: OrderItem, template: string, name: Name) =>
  mailReceipt(
    services,
    order,
    buildEvent(template, order, name),
    orderEmailTemplates[name](order, services.siteOrigin),
  );

const mailSeller = (services: MailServices & BaseServices, order: OrderItem, template: string, name: Name) =>
  mailOnce(
    services,
    order.sellerId,
    buildEvent(template, order, name),
    orderEmailTemplates[name](order, services.siteOrigin),
  );

/** Sellers are mailed about sales unless they switched that off, but always about refunds. */
async function mailSale(services: MailServices & BaseServices, order: OrderItem) {
  const seller = await findUser(services.table, order.sellerId);
  if (!seller || !isWanted(seller.notices, "saleMail")) return;
  const email = orderEmailTemplates.sold(order, services.siteOrigin);
  const unsubscribe = seller.deactivatedAt ? undefined : await createUnsubscribeLinks(services, seller, "saleMail");
  const event = buildEvent("placed", order, "sold");
  await mailOnce(services, order.sellerId, event, unsubscribe ? { ...email, unsubscribe } : email);
}

/** Receipts of paid orders also go to the billing address, which is often an office's. */
async function mailReceipt(
  services: MailServices,
  { buyerId, amounts }: OrderItem,
  event: MailedEvent,
  email: EmailTemplate,
) {
  await mailOnce(services, buyerId, event, email);
  const buyer = amounts.price > 0 ? await findUser(services.table, buyerId) : undefined;
  const billed = buyer?.deactivatedAt ? undefined : buyer?.billing?.billingEmail;
  if (!billed || billed.toLowerCase() === buyer?.email.toLowerCase()) return;
  await mailOnceTo(billed, services, buyerId, { ...event, key: `${event.key}#billing` }, email);
}
