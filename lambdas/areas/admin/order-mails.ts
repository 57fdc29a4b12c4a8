import type { OrderAction } from "#shared/model/case.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { sellerEmailTemplates } from "../cases/case-email-templates.ts";
import type { OrderItem } from "../purchases/order/find-orders.ts";
import { orderEmailTemplates } from "../purchases/order/order-email-templates.ts";
import type { AdminServices } from "./services.ts";

interface OrderMail {
  readonly to: "buyer" | "seller";
  readonly email: EmailTemplate;
}

/** The mails of an action on an order. The stream sends those of a refund once it has succeeded. */
export function composeOrderMails(
  { siteOrigin, now }: AdminServices,
  order: OrderItem,
  action: OrderAction,
  reason: string,
): OrderMail[] {
  if (action === "send_evidence")
    return [{ to: "seller", email: sellerEmailTemplates.evidenceSent(order, siteOrigin, reason) }];
  const refunded = { ...order, operatorRefund: { operatorId: "", reason, at: now().toISOString() } };
  return [
    { to: "buyer", email: orderEmailTemplates.refunded(refunded, siteOrigin) },
    { to: "seller", email: orderEmailTemplates.saleRefunded(refunded, siteOrigin) },
  ];
}
