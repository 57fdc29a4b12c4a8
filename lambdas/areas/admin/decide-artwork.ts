import type { ArtworkDecisionForm } from "#shared/model/case.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { attempt } from "../../platform/table/transact.ts";
import { findReadableArtwork } from "../artwork/find-artwork.ts";
import { restoreArtwork } from "../artwork/restore-artwork.ts";
import { getTakedownSubject, takeDownArtwork } from "../artwork/take-down-artwork.ts";
import {
  addBusinessDays,
  findOpenTakedowns,
  isTakedownNeeded,
  OWN_LOOK,
  recordAnswer,
  type Takedown,
} from "../artwork/takedowns.ts";
import { buildReview } from "../cases/change-cases.ts";
import { setMatureMark } from "../cases/mature-mark.ts";
import { findMissingField, isOwnerBlocked, refuseEarly } from "./decide-case.ts";
import { recordAction } from "./record-action.ts";
import type { AdminServices } from "./services.ts";

const EVENTS = {
  take_down: "artwork.take_down",
  restore: "artwork.restore",
  mark_mature: "artwork.mark_mature",
  unmark_mature: "artwork.unmark_mature",
  record_answer: "artwork.counter_notice",
} as const;

/** The owner's answer, for every takedown without one. */
async function recordAnswers(services: AdminServices, open: readonly Takedown[], answer: string) {
  const { table, now, counterNotices } = services;
  if (open.length === 0) return fail("artwork_not_taken_down");
  const at = now();
  const recorded = { answer, at, restoreFrom: addBusinessDays(at, counterNotices.days) };
  const unanswered = open.filter(({ answeredAt }) => !answeredAt);
  const written = await Promise.all(unanswered.map((takedown) => recordAnswer(table, takedown, recorded)));
  return written.some(Boolean) ? undefined : fail("artwork_answer_recorded");
}

/**
 * An answered takedown is decided in the queue, by somebody else than who made it; one without an answer may be reversed by
 * any operator.
 */
async function restore(services: AdminServices, artworkId: string, open: readonly Takedown[], operatorId: string) {
  if (open.some(({ answeredAt, decidedBy }) => answeredAt && decidedBy === operatorId))
    return fail("appeal_of_own_decision");
  const early = refuseEarly(services, open);
  if (early) return early;
  if (await isOwnerBlocked(services, open[0]?.ownerId)) return fail("artwork_owner_blocked");
  await restoreArtwork(services, artworkId, open, services.now());
  return undefined;
}

/** Decides about an artwork without a report; what is done already isn't done, or mailed, again. */
export async function decideAboutArtwork(
  services: AdminServices,
  artworkId: string,
  form: ArtworkDecisionForm,
  operatorId: string,
) {
  const { table, now } = services;
  const { action, reason, rule, answer } = form;
  const artwork = await findReadableArtwork(table, artworkId);
  if (!artwork || artwork.parts.deletedAt) return fail("artwork_not_found");
  if (getTakedownSubject(artworkId, artwork).ownerId === operatorId) return fail("case_own");
  const missing = findMissingField(form);
  if (missing) return missing;
  const open = await findOpenTakedowns(table, artworkId);
  const closedAt = now().toISOString();
  const takedownId = services.newId();
  const decision = { closedBy: operatorId, closedAt, outcome: action, reason, rule, answer };
  const review = buildReview({ caseId: services.newId(), artworkId }, decision);
  const done = { who: operatorId, reason, target: artworkId, event: EVENTS[action] };

  if (action === "take_down") {
    if (!isTakedownNeeded(open, OWN_LOOK)) return undefined;
    const takedown = {
      ...getTakedownSubject(artworkId, artwork),
      ...{ takedownId, reason, rule, reporter: OWN_LOOK, decidedBy: operatorId },
    };
    await takeDownArtwork(services, takedown, [review]);
    await recordAction(services, done);
    return undefined;
  }
  if (action === "mark_mature" || action === "unmark_mature") {
    const mark = { artworkId, isMarked: action === "mark_mature", caseId: services.newId(), at: now(), reason, rule };
    if (await setMatureMark(table, { ...mark, operatorId })) await recordAction(services, done);
    return undefined;
  }
  if (action === "restore") {
    const refused = await restore(services, artworkId, open, operatorId);
    if (refused) return refused;
  }
  if (action === "record_answer") {
    const refused = await recordAnswers(services, open, answer ?? "");
    if (refused) return refused;
  }
  await attempt(table, [review]);
  await recordAction(services, done);
  return undefined;
}
