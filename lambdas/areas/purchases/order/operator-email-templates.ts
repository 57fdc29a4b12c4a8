import { formatOrderNumber } from "#shared/rules/order-number.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import { toIso } from "../../../platform/runtime/time.ts";
import type { OrderItem } from "./find-orders.ts";

/** Mails to operators about money that a buyer's bank may take back. */
export const operatorEmailTemplates = {
  disputed: ({ orderId, dispute }: Pick<OrderItem, "orderId" | "dispute">, caseHref: string): EmailTemplate => ({
    subject: `Order ${formatOrderNumber(orderId)} is disputed`,
    paragraphs: [
      "The buyer's bank requests evidence, which can be submitted once, in the queue. The seller is notified too and can submit it on the order's page.",
    ],
    facts: [
      ["Order", orderId],
      ["Dispute", dispute?.id ?? ""],
      ["Evidence until", dispute?.due ? toIso(dispute.due) : ""],
    ],
    action: { label: "Open it in the queue", href: caseHref },
  }),
  reportedAsFraud: (orderId: string, warningId: string, caseHref: string): EmailTemplate => ({
    subject: `The payment of order ${formatOrderNumber(orderId)} was reported as fraud`,
    paragraphs: ["The card's bank reported it. A refund in time prevents a dispute."],
    facts: [
      ["Order", orderId],
      ["Early fraud warning", warningId],
    ],
    action: { label: "Open it in the queue", href: caseHref },
  }),
  refundFailed: ({ orderId }: Pick<OrderItem, "orderId">, caseHref: string): EmailTemplate => ({
    subject: `The refund of order ${formatOrderNumber(orderId)} failed`,
    paragraphs: ["Its license was sold again in the meantime, so the buyer paid for a license that they don't have."],
    facts: [["Order", orderId]],
    action: { label: "Open it in the queue", href: caseHref },
  }),
} as const;
