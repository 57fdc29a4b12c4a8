import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useSignedIn } from "#web/session/use-session.ts";
import type { ArtworkFormValues } from "./artwork-form-values.ts";

/** Begins the name under which a browser keeps what was typed, by user. */
export const DRAFT_PREFIX = "draft";

/** Without the picture, whose upload ends with the page. */
type Draft = Omit<ArtworkFormValues, "mediaId">;

function readDraft(name: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
    return typeof draft === "object" ? (draft as Draft | null) : null;
  } catch {
    return null;
  }
}

function storeDraft(name: string, { mediaId, ...draft }: Draft & { readonly mediaId?: unknown }) {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // A browser that stores nothing loses the draft at a reload, as before.
  }
}

export interface ArtworkDraft {
  /** Whether a draft from before this visit waits to be restored or discarded. */
  readonly isOffered: boolean;
  restore(): void;
  /** Also after publishing. */
  discard(): void;
}

/** What an earlier draft holds of the fields that are as they were when the form was opened. */
function untouchedOf(offered: Draft, values: ArtworkFormValues, initial: Partial<ArtworkFormValues>): Partial<Draft> {
  const names = Object.keys(offered) as (keyof Draft)[];
  return Object.fromEntries(
    names.filter((name) => values[name] === initial[name]).map((name) => [name, offered[name]]),
  );
}

/**
 * Keeps a new artwork's form in the browser while it is filled in, and offers it after a reload. What is typed before the
 * offer is taken stays as it is.
 */
export function useArtworkDraft(
  form: Pick<UseFormReturn<ArtworkFormValues>, "watch" | "reset" | "getValues" | "formState">,
): ArtworkDraft {
  const name = `${DRAFT_PREFIX} ${useSignedIn().id}`;
  const [offered, setOffered] = useState(() => readDraft(name));
  const { watch, reset, getValues } = form;
  const { defaultValues = {} } = form.formState;
  const filled = (values: ArtworkFormValues) =>
    offered ? { ...values, ...untouchedOf(offered, values, defaultValues as Partial<ArtworkFormValues>) } : values;
  const latest = useRef(filled);
  latest.current = filled;

  useEffect(() => {
    const { unsubscribe } = watch((_, { type }) => {
      if (type === "change") storeDraft(name, latest.current(getValues()));
    });
    return unsubscribe;
  }, [watch, getValues, name]);

  return {
    isOffered: offered !== null,
    restore() {
      if (offered) reset(filled(getValues()), { keepDefaultValues: true });
      setOffered(null);
    },
    discard() {
      localStorage.removeItem(name);
      setOffered(null);
    },
  };
}
