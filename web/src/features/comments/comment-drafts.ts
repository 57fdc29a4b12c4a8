import { useRef } from "react";
import type { ArtworkId, CommentId, UserId } from "#shared/model/ids.ts";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";

/** What is being written: a new comment, a reply to one, or another text for one's own. */
export type DraftSubject = "new" | `reply ${CommentId}` | `edit ${CommentId}`;

/** The text of each subject that isn't sent yet. */
type Drafts = Readonly<Partial<Record<DraftSubject, string>>>;

/** One text that outlives its field, the page and the comment that it is about. */
export interface CommentDraft {
  readonly read: () => string;
  /** Keeps a text; an empty one is forgotten. */
  readonly keep: (text: string) => void;
}

/** What one user is writing about an artwork, in this browser. */
export function commentDrafts(userId: UserId, artworkId: ArtworkId) {
  const name = `${DRAFT_PREFIX} ${userId} comments ${artworkId}`;
  const all = (): Drafts => readDraft<Drafts>(name) ?? {};
  const written = new Set<DraftSubject>();
  return {
    /** Every subject with a text. */
    subjects: () => Object.keys(all()) as DraftSubject[],
    /** Whether a subject has a text or had one in this page: its field is open while somebody empties it to write anew. */
    isOpen: (subject: DraftSubject) => written.has(subject) || all()[subject] !== undefined,
    of: (subject: DraftSubject): CommentDraft => ({
      read: () => all()[subject] ?? "",
      keep(text) {
        if (text.trim() !== "") written.add(subject);
        const { [subject]: _, ...others } = all();
        const drafts = text.trim() === "" ? others : { ...others, [subject]: text };
        if (Object.keys(drafts).length === 0) removeDraft(name);
        else storeDraft(name, drafts);
      },
    }),
  };
}

/** Whether a field opens by itself, because something was typed into it at an earlier visit; it stays open when emptied. */
export function useIsKept(draft: CommentDraft | undefined): boolean {
  const isKept = useRef(false);
  isKept.current ||= draft !== undefined && draft.read() !== "";
  return isKept.current;
}

export type CommentDrafts = ReturnType<typeof commentDrafts>;
