import { useState } from "react";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";

interface Draft {
  readonly text: string;
}

/** An unsent message about a subject, stored by account until sent; a visitor's lasts as long as the page. */
export function useMessageDraft(userId: string | undefined, subject: string) {
  const name = userId && `${DRAFT_PREFIX} ${userId} message ${subject}`;
  const [text, setText] = useState(() => (name && readDraft<Draft>(name)?.text) || "");
  return {
    text,
    setText(next: string) {
      setText(next);
      if (name && next.trim() !== "") storeDraft(name, { text: next });
      else if (name) removeDraft(name);
    },
  };
}
