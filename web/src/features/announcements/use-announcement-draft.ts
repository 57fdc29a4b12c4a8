import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";
import type { Writing } from "./announcement-form.tsx";

/** Keeps a new announcement's form in this browser until it is sent, and fills it in again. */
export function useAnnouncementDraft(
  form: Pick<UseFormReturn<Writing>, "watch" | "reset" | "getValues">,
  userId: string,
  empty: Writing,
) {
  const name = `${DRAFT_PREFIX} ${userId} announcement`;
  const [isRestored, setRestored] = useState(false);
  const { watch, reset, getValues } = form;

  useEffect(() => {
    const draft = readDraft<Partial<Writing>>(name);
    if (draft) {
      reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
      setRestored(true);
    }
    const { unsubscribe } = watch((values) => storeDraft(name, values));
    return unsubscribe;
  }, [watch, reset, getValues, name]);

  return {
    isRestored,
    /** Empties the form. */
    discard() {
      setRestored(false);
      reset(empty);
      removeDraft(name);
    },
    remove: () => removeDraft(name),
  };
}
