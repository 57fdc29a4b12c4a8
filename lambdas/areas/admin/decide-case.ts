import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { formatCaseClosed, formatCaseTaken, formatRestoreDay, MESSAGES } from "#shared/messages.ts";
import {
  ACTIONS_BY_KIND,
  ANSWERED_ACTIONS,
  type CaseDecisionForm,
  isOrderAction,
  RULED_ACTIONS,
  UNDOABLE_ACTIONS,
} from "#shared/model/case.ts";
import { formatNameWithHandle } from "#shared/rules/person-name.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { attempt } from "../../platform/table/transact.ts";
import { buildAnnouncementRestoration, buildAnnouncementTakedown } from "../announcements/take-down-announcement.ts";
import { unblockArtwork } from "../artwork/block-artwork.ts";
import { flagMature } from "../artwork/change-artwork.ts";
import { findReadableArtwork } from "../artwork/find-artwork.ts";
import { restoreArtwork } from "../artwork/restore-artwork.ts";
import { getTakedownSubject, takeDownArtwork } from "../artwork/take-down-artwork.ts";
import { findOpenTakedowns, findRestoreDay, isTakedownNeeded, type Takedown } from "../artwork/takedowns.ts";
import { buildClosing, type Decision, reopenCase, takeCase } from "../cases/change-cases.ts";
import { buildReporter } from "../cases/decision-mails.ts";
import { type CaseItem, findCase } from "../cases/find-cases.ts";
import {
  findAppealed,
  findAppealedSuspension,
  findReportedAnnouncement,
  getState,
  listActions,
} from "../cases/show-cases.ts";
import { findThread } from "../messages/find-threads.ts";
import { findOrder } from "../purchases/order/find-orders.ts";
import { findPeople } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { liftSuspension } from "../users/suspension.ts";
import { actOnOrder } from "./order-actions.ts";
import { recordAction } from "./record-action.ts";
import type { AdminServices } from "./services.ts";

/** Names the operator who was first. */
async function refuseSecond({ table }: AdminServices, caseId: string) {
  const { status, takenBy, closedBy } = (await findCase(table, caseId)) ?? {};
  const first = status === "closed" ? closedBy : takenBy;
  const name = first ? formatNameWithHandle((await findPeople(table, [first]))(first)) : undefined;
  if (status === "closed")
    return fail("case_closed", { fields: { expected: name ? formatCaseClosed(name) : MESSAGES.caseEnded } });
  return fail("case_taken", name ? { fields: { expected: formatCaseTaken(name) } } : {});
}

/** Takes a case for its operator; a failure that names the other one. */
export async function claimCase(services: AdminServices, { caseId }: CaseItem, operatorId: string) {
  const isTaken = await takeCase(services.table, caseId, operatorId, services.now());
  return isTaken ? undefined : refuseSecond(services, caseId);
}

/** The artwork of a case; undefined for a case without one, and once its owner has deleted it. */
async function findSubject({ table }: AdminServices, { artworkId }: CaseItem) {
  const artwork = artworkId ? await findReadableArtwork(table, artworkId) : undefined;
  return artworkId && artwork && !artwork.parts.deletedAt ? { artworkId, artwork } : undefined;
}

type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

/** True if the account is blocked, so that its artwork would stay hidden although the mails say that it is back. */
export const isOwnerBlocked = async ({ table }: AdminServices, ownerId: string | undefined) =>
  ownerId !== undefined && (await findUser(table, ownerId))?.blockedAt !== undefined;

/** Nobody decides about what is theirs, or about what they reported. */
async function isOwn(
  { table }: AdminServices,
  { authorId, threadId, reportedId }: CaseItem,
  subject: Subject | undefined,
  operatorId: string,
) {
  const thread = threadId ? await findThread(table, threadId) : undefined;
  const ownerId = subject && getTakedownSubject(subject.artworkId, subject.artwork).ownerId;
  return [authorId, thread?.artistId, thread?.buyerId, reportedId, ownerId].includes(operatorId);
}

/** The fields that a decision lacks; undefined if it is complete. */
export function findMissingField({
  action,
  rule,
  answer,
}: Pick<CaseDecisionForm, "rule" | "answer"> & { readonly action: string }) {
  if (RULED_ACTIONS.some((one) => one === action) && !rule)
    return fail("invalid_request", { fields: { rule: MESSAGES.required } });
  if (ANSWERED_ACTIONS.some((one) => one === action) && !answer)
    return fail("invalid_request", { fields: { answer: MESSAGES.required } });
  return undefined;
}

/**
 * Decides a case for an operator who has taken it or takes it now. What is done to the artwork comes first and is safe to
 * repeat; the takedown and the end of the case are one write. The stream then sends the mails. The same decision again, as
 * after an answer that was lost, changes nothing.
 */
export async function decide(services: AdminServices, item: CaseItem, form: CaseDecisionForm, operatorId: string) {
  const { table, now } = services;
  const { caseId } = item;
  const { action, reason, rule, answer } = form;
  const isRepeat = item.closedBy === operatorId && item.outcome === action && item.reason === reason;
  if (item.status === "closed" && isRepeat) return undefined;
  if (item.status !== form.expected) return refuseSecond(services, caseId);
  const missing = findMissingField(form);
  if (missing) return missing;
  const subject = await findSubject(services, item);
  const state = subject && getState(subject.artwork.parts);
  const suspended = await findAppealedSuspension(table, item);
  const appealed = await findAppealed(table, item);
  const announcement = await findReportedAnnouncement(services, item);
  if (await isOwn(services, item, subject, operatorId)) return fail("case_own");
  const order = item.orderId && isOrderAction(action) ? await findOrder(table, item.orderId) : undefined;
  // An action on an order says itself why it can't be done.
  const isOffered = order
    ? ACTIONS_BY_KIND[item.kind].includes(action)
    : listActions(item, { state, isAppealed: suspended !== undefined || appealed.length > 0, announcement }).includes(
        action,
      );
  if (!isOffered) {
    const isGone = (item.artworkId !== undefined && !subject) || (item.announcementId !== undefined && !announcement);
    return isGone ? fail("case_artwork_deleted") : fail("invalid_request", { fields: { action: MESSAGES.invalid } });
  }
  const taken = await claimCase(services, item, operatorId);
  if (taken) return taken;

  const closedAt = now().toISOString();
  const decision: Decision = { closedBy: operatorId, closedAt, outcome: action, reason, rule, answer };
  const done = { who: operatorId, reason, target: item.artworkId ?? item.announcementId ?? caseId };
  if (order && isOrderAction(action)) {
    const { evidenceText, evidenceFiles, orderVersion: version } = form;
    const refused = await actOnOrder(services, order, {
      action,
      reason,
      evidenceText,
      evidenceFiles,
      version,
      operatorId,
    });
    if (refused) return refused;
  }
  if (action === "take_down" && announcement) {
    const takedown = buildAnnouncementTakedown({ ...announcement, reason, rule }, now());
    const failed = await attempt(table, [buildClosing(item, decision), takedown]);
    if (failed.includes(0)) return refuseSecond(services, caseId);
    if (failed.length > 0) return fail("invalid_request", { fields: { action: MESSAGES.invalid } });
    await recordAction(services, { ...done, event: "announcement.take_down" });
    return undefined;
  }
  const isDown =
    action === "take_down" &&
    subject &&
    !isTakedownNeeded(await findOpenTakedowns(table, subject.artworkId), buildReporter(item));
  if (action === "take_down" && subject && !isDown) {
    const takedownId = services.newId();
    const takedown = {
      ...getTakedownSubject(subject.artworkId, subject.artwork),
      ...{ takedownId, reason, rule, reporter: buildReporter(item), decidedBy: operatorId },
    };
    const closing = buildClosing(item, { ...decision, takedownId });
    if (!(await takeDownArtwork(services, takedown, [closing]))) {
      // The same operator decided otherwise at the same moment.
      if ((await findOpenTakedowns(table, subject.artworkId)).length === 0)
        await unblockArtwork(services, subject.artworkId, "artwork");
      return refuseSecond(services, caseId);
    }
    await recordAction(services, { ...done, event: "artwork.take_down" });
    return undefined;
  }
  if (action === "mark_mature" && subject) {
    await flagMature(table, subject.artworkId, true);
    await recordAction(services, { ...done, event: "artwork.mark_mature" });
  }
  if (item.kind === "counter_notice" && subject && action !== "close") {
    const refused = await decideAppeal(services, subject.artworkId, appealed, { action, operatorId });
    if (refused) return refused;
    if (action === "restore") await recordAction(services, { ...done, event: "artwork.restore" });
  }
  if (suspended && action !== "close") {
    // Somebody else than who suspended the account answers its owner.
    if (suspended.suspendedBy === operatorId) return fail("appeal_of_own_decision");
    if (action === "lift") {
      const { userId } = suspended;
      const lifted = { suspensionId: caseId, liftedAt: closedAt, liftReason: reason };
      await liftSuspension(table, userId, lifted);
      await recordAction(services, { ...done, target: userId, event: "account.lift_suspension" });
    }
  }
  const failed = await attempt(table, [buildClosing(item, decision)]);
  return failed.length > 0 ? refuseSecond(services, caseId) : undefined;
}

/** Refuses to put artwork back before the day that its reporter was told. */
export function refuseEarly({ now }: AdminServices, takedowns: readonly Takedown[]) {
  const day = findRestoreDay(takedowns, now());
  if (!day) return undefined;
  const message = formatRestoreDay(`${formatDate(day, DISPLAY.momentFormat, "UTC")} UTC`);
  return fail("restore_too_early", { fields: { action: message } });
}

/** Somebody else than who decided answers an appeal, and the artwork returns on its day at the earliest. */
async function decideAppeal(
  services: AdminServices,
  artworkId: string,
  takedowns: readonly Takedown[],
  { action, operatorId }: { readonly action: string; readonly operatorId: string },
) {
  if (takedowns.some(({ decidedBy }) => decidedBy === operatorId)) return fail("appeal_of_own_decision");
  if (action !== "restore") return undefined;
  const early = refuseEarly(services, takedowns);
  if (early) return early;
  if (await isOwnerBlocked(services, takedowns[0]?.ownerId)) return fail("artwork_owner_blocked");
  await restoreArtwork(services, artworkId, takedowns, services.now());
  return undefined;
}

/** Undoes what a closed case did and reopens it. */
export async function undo(services: AdminServices, item: CaseItem, reason: string, operatorId: string) {
  const { table, now } = services;
  const { caseId, outcome, takedownId, artworkId = "", announcementId } = item;
  // A repeat after an answer that was lost.
  if (item.status === "open") return item.takenBy === operatorId ? undefined : refuseSecond(services, caseId);
  if (item.kind === "review" || !UNDOABLE_ACTIONS.some((action) => action === outcome))
    return fail("case_not_undoable");
  const done = { who: operatorId, reason, target: announcementId ?? artworkId };
  const subject = await findSubject(services, item);
  const announcement = await findReportedAnnouncement(services, item);
  if (await isOwn(services, item, subject, operatorId)) return fail("case_own");
  if (outcome === "take_down" && announcementId) {
    if (!announcement) return fail("case_artwork_deleted");
    await attempt(table, [buildAnnouncementRestoration(announcementId)]);
    await recordAction(services, { ...done, event: "announcement.restore" });
  } else if (artworkId && outcome !== "close") {
    if (!subject) return fail("case_artwork_deleted");
    if (outcome === "take_down") {
      const refused = await undoTakedown(services, artworkId, takedownId);
      if (refused instanceof Failure) return refused;
      await recordAction(services, { ...done, event: "artwork.restore" });
    }
    if (outcome === "mark_mature") {
      await flagMature(table, artworkId, false);
      await recordAction(services, { ...done, event: "artwork.unmark_mature" });
    }
  }
  const isReopened = await reopenCase(table, item, operatorId, now());
  return isReopened ? undefined : refuseSecond(services, caseId);
}

async function undoTakedown(services: AdminServices, artworkId: string, takedownId: string | undefined) {
  const open = await findOpenTakedowns(services.table, artworkId);
  const own = open.filter((takedown) => takedown.takedownId === takedownId);
  if (open.length > own.length) return fail("case_shares_takedown");
  // The answer is decided as a case of its own, by somebody else.
  if (own.some(({ answeredAt }) => answeredAt)) return fail("case_not_undoable");
  if (await isOwnerBlocked(services, own[0]?.ownerId)) return fail("artwork_owner_blocked");
  await restoreArtwork(services, artworkId, own, services.now());
  return undefined;
}
