import type { DynamoDBStreamEvent } from "aws-lambda";
import { v5 as uuidv5 } from "uuid";
import type { DisputeNews } from "#shared/model/community.ts";
import { buildCaseUrl } from "../../areas/cases/case-url.ts";
import { endCase, openCase } from "../../areas/cases/change-cases.ts";
import { findCasesAbout } from "../../areas/cases/find-cases.ts";
import type { OrderItem } from "../../areas/purchases/order/find-orders.ts";
import { operatorEmailTemplates } from "../../areas/purchases/order/operator-email-templates.ts";
import { isPaidWithoutLicense } from "../../areas/purchases/order/order-view.ts";
import { getDisputeNews } from "../../areas/purchases/stripe/dispute-states.ts";
import { type MailServices, mailOperatorsOnce } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { toIso } from "../../platform/runtime/time.ts";
import { consume } from "./consume.ts";
import { parseOrder } from "./order-images.ts";

/**
 * Opens a case for each evidence that a bank requests and for each payment without a licence, and mails the operators. A case
 * ends once the bank no longer waits; the fraud warnings of an order end with its refund or dispute.
 */
export const trackOrderCases = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async (record) => {
    const [before, after] = [parseOrder(record, "OldImage"), parseOrder(record, "NewImage")];
    if (!after) return;
    const [past, present] = [before && findRequest(before), findRequest(after)];
    if (past && past.caseId !== present?.caseId) await endCase(services.table, past, getEnd(after), services.now());
    if (present && present.caseId !== past?.caseId) await openRequest(services, after, present);
    if (before?.status === "completed" && after.status !== "completed")
      await endCases(services, after, "fraud_warning");
    const [wasUnlicensed, isUnlicensed] = [
      before !== undefined && isPaidWithoutLicense(before),
      isPaidWithoutLicense(after),
    ];
    if (wasUnlicensed && !isUnlicensed) await endCases(services, after, "failed_refund");
    if (!wasUnlicensed && isUnlicensed) await openFailedRefund(services, after);
  });

/** A licence that was sold again can't be restored, so somebody has to give the buyer their money back. */
async function openFailedRefund(services: MailServices & BaseServices, order: OrderItem) {
  const { orderId, bookings } = order;
  const caseId = uuidv5(`failed refund ${bookings}`, orderId);
  const text =
    "The buyer's money came back to us after their license was sold again, so they paid for a license that they don't have.";
  await openCase(services.table, { kind: "failed_refund", caseId, orderId, text }, services.now());
  const email = operatorEmailTemplates.refundFailed(order, buildCaseUrl(services, caseId));
  await mailOperatorsOnce(services, { key: `mail#refund_failed#${caseId}`, kind: "refundFailed", orderId }, email);
}

/** The evidence that a bank waits for. An inquiry, a dispute and an appeal each want their own. */
function findRequest({ orderId, dispute }: OrderItem) {
  if (dispute?.due === undefined) return undefined;
  const caseId = uuidv5(`${dispute.id} ${dispute.status}`, orderId);
  return { kind: "dispute" as const, caseId, dueAt: toIso(dispute.due), reason: dispute.reason };
}

async function openRequest(
  services: MailServices & BaseServices,
  order: OrderItem,
  { kind, caseId, dueAt, reason }: NonNullable<ReturnType<typeof findRequest>>,
) {
  const { orderId } = order;
  const text = reason && `The buyer's bank says: ${reason.replaceAll("_", " ")}.`;
  await openCase(services.table, { kind, caseId, orderId, dueAt, text }, services.now());
  const email = operatorEmailTemplates.disputed(order, buildCaseUrl(services, caseId));
  await mailOperatorsOnce(services, { key: `mail#disputed#${caseId}`, kind: "saleDisputed", orderId }, email);
}

const ENDS: Readonly<Record<DisputeNews, string>> = {
  opened: "evidence_sent",
  won: "dispute_won",
  lost: "dispute_lost",
  closed: "dispute_closed",
};

function getEnd({ dispute }: OrderItem) {
  if (!dispute) return ENDS.closed;
  return dispute.due === undefined ? ENDS[getDisputeNews(dispute)] : "dispute_escalated";
}

async function endCases(
  { table, now }: MailServices & BaseServices,
  { orderId, status }: OrderItem,
  kind: "fraud_warning" | "failed_refund",
) {
  for (const item of await findCasesAbout(table, orderId))
    if (item.kind === kind) await endCase(table, item, `order_${status}`, now());
}
