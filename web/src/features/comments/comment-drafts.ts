import { useRef } from "react";
import type { ArtworkId, CollectionId, CommentId, UserId } from "#shared/model/ids.ts";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";

/** Key of a draft: a new comment, a reply to one, or an edit of one's own. */
export type DraftSubject = "new" | `reply ${CommentId}` | `edit ${CommentId}`;

/** Unsent texts by subject. */
type Drafts = Readonly<Partial<Record<DraftSubject, string>>>;

/** A text that outlives its field and page. */
export interface CommentDraft {
  readonly read: () => string;
  /** Stores a text, or deletes it if empty. */
  readonly keep: (text: string) => void;
}

/** One user's drafts of comments on an artwork or a collection, stored in this browser. */
export function commentDrafts(userId: UserId, subjectId: ArtworkId | CollectionId) {
  const name = `${DRAFT_PREFIX} ${userId} comments ${subjectId}`;
  const all = (): Drafts => readDraft<Drafts>(name) ?? {};
  return {
    of: (subject: DraftSubject): CommentDraft => ({
      read: () => all()[subject] ?? "",
      keep(text) {
        const { [subject]: _, ...others } = all();
        const drafts = text.trim() === "" ? others : { ...others, [subject]: text };
        if (Object.keys(drafts).length === 0) removeDraft(name);
        else storeDraft(name, drafts);
      },
    }),
  };
}

/** True if a field opens with a draft of an earlier visit; it stays open when cleared. */
export function useIsKept(draft: CommentDraft | undefined): boolean {
  const isKept = useRef(false);
  isKept.current ||= draft !== undefined && draft.read() !== "";
  return isKept.current;
}

export type CommentDrafts = ReturnType<typeof commentDrafts>;
