import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";
import type { ArtworkFormValues } from "./artwork-form-values.ts";
import { isProposed, type Proposals } from "./use-proposals.ts";

/** The picture isn't stored, because its upload ends with the page. */
type Draft = Omit<ArtworkFormValues, "mediaId">;

const toDraft = ({ mediaId, ...draft }: ArtworkFormValues): Draft => draft;

export interface ArtworkDraft {
  restore(): void;
  /** Declines the draft; fields filled in meanwhile are kept. */
  discard(): void;
  /** Stores the current form. */
  keep(): void;
  /** Deletes the draft. */
  remove(): void;
}

/** The draft's values of fields that are unchanged since the form opened, or that a picture's file filled in. */
function pickUntouched(
  offered: Draft,
  values: ArtworkFormValues,
  initial: Partial<ArtworkFormValues>,
  proposals: Proposals,
): Partial<Draft> {
  const names = Object.keys(offered) as (keyof Draft)[];
  const isUntouched = (name: keyof Draft) =>
    String(values[name]) === String(initial[name]) ||
    (isProposed(proposals, name, values[name]) && String(offered[name] ?? "") !== "");
  return Object.fromEntries(names.filter(isUntouched).map((name) => [name, offered[name]]));
}

/**
 * Stores a new artwork's form as a draft under a name and offers it after a reload. Input from before the draft is accepted
 * is kept.
 */
export function useArtworkDraft(
  form: Pick<UseFormReturn<ArtworkFormValues>, "watch" | "reset" | "getValues" | "formState">,
  name: string,
  proposals: Proposals,
): ArtworkDraft {
  const [offered, setOffered] = useState(() => readDraft<Draft>(name));
  const { watch, reset, getValues } = form;
  const { defaultValues = {}, dirtyFields } = form.formState;
  const isFilled = Object.keys(dirtyFields).some((field) => field !== "mediaId");
  const applyDraft = (values: ArtworkFormValues) =>
    offered
      ? { ...values, ...pickUntouched(offered, values, defaultValues as Partial<ArtworkFormValues>, proposals) }
      : values;
  const latest = useRef(applyDraft);
  latest.current = applyDraft;

  useEffect(() => {
    const { unsubscribe } = watch((_, { type }) => {
      if (type === "change") storeDraft(name, toDraft(latest.current(getValues())));
    });
    return unsubscribe;
  }, [watch, getValues, name]);

  return {
    restore() {
      if (offered) reset(applyDraft(getValues()), { keepDefaultValues: true });
      setOffered(null);
    },
    discard() {
      setOffered(null);
      removeDraft(name);
      if (isFilled) storeDraft(name, toDraft(getValues()));
    },
    keep: () => storeDraft(name, toDraft(latest.current(getValues()))),
    remove() {
      setOffered(null);
      removeDraft(name);
    },
  };
}
