import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { attempt } from "../../platform/table/transact.ts";
import { flagMature } from "../artwork/change-artwork.ts";
import { buildReview } from "./change-cases.ts";

interface MatureMark {
  readonly artworkId: string;
  readonly isMarked: boolean;
  /** Number of the kept decision. */
  readonly caseId: string;
  readonly at: Date;
  readonly reason: string;
  readonly rule: string | undefined;
  /** The operator's account; absent for a command. */
  readonly operatorId?: string;
}

/**
 * Sets or removes operators' mark of an artwork that nobody reported, and keeps the decision, about which the stream mails its
 * owner. False if nothing changed, so that nobody is mailed.
 */
export async function setMatureMark(table: OpenTable, mark: MatureMark) {
  const { artworkId, isMarked, caseId, at, reason, rule, operatorId } = mark;
  if (!(await flagMature(table, artworkId, isMarked))) return false;
  const outcome = isMarked ? "mark_mature" : "unmark_mature";
  await attempt(table, [
    buildReview({ caseId, artworkId }, { closedBy: operatorId, closedAt: at.toISOString(), outcome, reason, rule }),
  ]);
  return true;
}
