import { useState } from "react";
import { useNavigationType } from "react-router-dom";
import type { ArtworkId, OfferId, UserId } from "#shared/model/ids.ts";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";

/** Storage key of a user's checkout draft for an artwork or an offer. */
const draftName = (userId: UserId, subjectId: ArtworkId | OfferId) => `${DRAFT_PREFIX} ${userId} checkout ${subjectId}`;

/** Stored input of an earlier visit; null on the first one. */
export function useEnteredBefore<Entered extends object>(userId: UserId, subjectId: ArtworkId | OfferId) {
  const isBack = useNavigationType() === "POP";
  return useState(() => (isBack ? readDraft<Entered>(draftName(userId, subjectId), "tab") : null));
}

/** Stores the input in the tab until payment or the session's end. Card data is never part of it. */
export const storeCheckoutDraft = (userId: UserId, subjectId: ArtworkId | OfferId, entered: object) =>
  storeDraft(draftName(userId, subjectId), entered, "tab");

export const removeCheckoutDraft = (userId: UserId, subjectId: ArtworkId | OfferId) =>
  removeDraft(draftName(userId, subjectId), "tab");
