import { useState } from "react";
import { useNavigationType } from "react-router-dom";
import type { ArtworkId, UserId } from "#shared/model/ids.ts";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";

/** Names what one user typed into the checkout of an artwork. */
const draftName = (userId: UserId, artworkId: ArtworkId) => `${DRAFT_PREFIX} ${userId} checkout ${artworkId}`;

/** The input from before a reload or a visit elsewhere; null for a checkout that is opened for the first time. */
export function useEnteredBefore<Entered extends object>(userId: UserId, artworkId: ArtworkId) {
  const isBack = useNavigationType() === "POP";
  return useState(() => (isBack ? readDraft<Entered>(draftName(userId, artworkId), "tab") : null));
}

/** Keeps what is typed with the tab until the licence is paid or the session ends. Nothing of the card comes here. */
export const storeCheckoutDraft = (userId: UserId, artworkId: ArtworkId, entered: object) =>
  storeDraft(draftName(userId, artworkId), entered, "tab");

export const removeCheckoutDraft = (userId: UserId, artworkId: ArtworkId) =>
  removeDraft(draftName(userId, artworkId), "tab");
