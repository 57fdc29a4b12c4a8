import { useState } from "react";
import { useNavigationType } from "react-router-dom";
import type { ArtworkId, UserId } from "#shared/model/ids.ts";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";

/** Storage key of a user's checkout draft for an artwork. */
const draftName = (userId: UserId, artworkId: ArtworkId) => `${DRAFT_PREFIX} ${userId} checkout ${artworkId}`;

/** Stored input of an earlier visit; null on the first one. */
export function useEnteredBefore<Entered extends object>(userId: UserId, artworkId: ArtworkId) {
  const isBack = useNavigationType() === "POP";
  return useState(() => (isBack ? readDraft<Entered>(draftName(userId, artworkId), "tab") : null));
}

/** Stores the input in the tab until payment or the session's end. Card data is never part of it. */
export const storeCheckoutDraft = (userId: UserId, artworkId: ArtworkId, entered: object) =>
  storeDraft(draftName(userId, artworkId), entered, "tab");

export const removeCheckoutDraft = (userId: UserId, artworkId: ArtworkId) =>
  removeDraft(draftName(userId, artworkId), "tab");
