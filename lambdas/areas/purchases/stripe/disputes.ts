import type { Logger } from "@aws-lambda-powertools/logger";
import type Stripe from "stripe";
import { EVIDENCE_FILES, EVIDENCE_TYPES, type EvidenceFile, findEvidenceType } from "#shared/model/evidence.ts";
import type { OrderItem } from "../order/find-orders.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import { getEvidenceDue } from "./dispute-states.ts";
import type { Payments } from "./open-payments.ts";
import { isOtherRequest, isRefusal, toLogFields, undefinedIfMissing } from "./stripe-errors.ts";

/** The dispute with this id; `undefined` if Stripe has none. */
export const findDispute = ({ [CLIENT]: stripe }: Payments, disputeId: string): Promise<Stripe.Dispute | undefined> =>
  undefinedIfMissing(stripe.disputes.retrieve(disputeId));

/** The dispute if its bank awaits evidence. */
async function findAwaiting(payments: Payments, disputeId: string) {
  const dispute = await findDispute(payments, disputeId);
  return dispute && getEvidenceDue(dispute) !== undefined ? dispute : undefined;
}

/**
 * Submits evidence, which a bank reads once although Stripe would accept it again. Concurrent calls share an idempotency key,
 * so that the first text counts. Returns the dispute's new status; undefined if Stripe refuses it.
 */
async function submit(
  payments: Payments,
  { id, status }: Stripe.Dispute,
  evidence: Stripe.DisputeUpdateParams.Evidence,
  log: Pick<Logger, "warn">,
): Promise<string | undefined> {
  const idempotencyKey = buildIdempotencyKey("evidence", id, status);
  try {
    return (await payments[CLIENT].disputes.update(id, { evidence, submit: true }, { idempotencyKey })).status;
  } catch (error) {
    if (!isRefusal(error) && !isOtherRequest(error)) throw error;
    log.warn("Evidence was refused", { disputeId: id, ...toLogFields(error) });
    return undefined;
  }
}

/** Submits evidence for any dispute. Returns its new status; undefined if the bank awaits no evidence. */
export async function submitEvidence(
  payments: Payments,
  disputeId: string,
  evidence: Stripe.DisputeUpdateParams.Evidence,
  log: Pick<Logger, "warn">,
): Promise<string | undefined> {
  const dispute = await findAwaiting(payments, disputeId);
  return dispute && submit(payments, dispute, evidence, log);
}

/**
 * Adds files to a dispute's evidence without submitting it, so that a repeat after a crash adds them again and the submission
 * has one idempotency key. Those of an earlier call that wasn't submitted are removed: their sender may have meant other ones.
 * False if Stripe refuses a file.
 */
async function attachFiles(
  { [CLIENT]: stripe }: Payments,
  { id: disputeId, evidence, evidence_details }: Stripe.Dispute,
  files: readonly EvidenceFile[],
  log: Pick<Logger, "warn">,
): Promise<boolean> {
  const earlier = evidence_details.submission_count > 0 ? [] : EVIDENCE_FILES.filter((kind) => evidence[kind]);
  if (files.length + earlier.length === 0) return true;
  try {
    const attached = await Promise.all(
      files.map(async ({ kind, fileContent }) => {
        const { mime, extension } = findEvidenceType(fileContent) ?? EVIDENCE_TYPES[0];
        const file = { data: Buffer.from(fileContent, "base64"), name: `${kind}.${extension}`, type: mime };
        return [kind, (await stripe.files.create({ purpose: "dispute_evidence", file })).id];
      }),
    );
    const removed = earlier.map((kind) => [kind, ""]);
    await stripe.disputes.update(disputeId, { evidence: Object.fromEntries([...removed, ...attached]), submit: false });
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn("A file for a bank was refused", { disputeId, ...toLogFields(error) });
    return false;
  }
}

interface Evidence {
  readonly evidenceText: string;
  readonly evidenceFiles?: readonly EvidenceFile[] | undefined;
}

/**
 * Submits evidence for an order's dispute: why nothing was submitted, or undefined. Stripe may expect none any more although
 * our table doesn't show it yet.
 */
export async function submitDisputeEvidence(
  payments: Payments,
  { disputeId, title }: OrderItem,
  { evidenceText, evidenceFiles = [] }: Evidence,
  log: Pick<Logger, "warn">,
): Promise<"evidence_not_awaited" | "evidence_files_refused" | undefined> {
  const dispute = disputeId ? await findAwaiting(payments, disputeId) : undefined;
  if (!dispute) return "evidence_not_awaited";
  if (!(await attachFiles(payments, dispute, evidenceFiles, log))) return "evidence_files_refused";
  const evidence = { uncategorized_text: evidenceText, product_description: title };
  return (await submit(payments, dispute, evidence, log)) ? undefined : "evidence_not_awaited";
}
