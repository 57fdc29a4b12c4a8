import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { getTitleFromFileName } from "#shared/rules/title-from-file.ts";
import type { UploadState } from "#web/features/upload/upload-state.ts";
import { type ArtworkFormValues, EMPTY_FORM } from "./artwork-form-values.ts";

const FIELDS = ["artworkTitle", "artworkDescription", "artworkAlt", "artworkTags", "artworkSource"] as const;

/** A field that a file can fill in. */
export type ProposedField = (typeof FIELDS)[number];

type Values = Pick<ArtworkFormValues, ProposedField>;

/** Proposed values by field; `isFromName` marks a title from the file's name. */
export interface Proposals {
  readonly values: Partial<Values>;
  readonly isFromName: boolean;
  /** The credit in the file. */
  readonly credit?: string | undefined;
}

const NONE: Proposals = { values: {}, isFromName: false };

const isSame = (value: unknown, other: unknown) => String(value) === String(other);

function toProposals({ picked, media }: Extract<UploadState, { step: "ready" }>): Proposals {
  const { credit, ...named } = media.proposals ?? {};
  const isFromName = !named.artworkTitle;
  const title = named.artworkTitle ?? getTitleFromFileName(picked.file.name);
  return { values: { ...named, ...(title && { artworkTitle: title }) } as Partial<Values>, isFromName, credit };
}

/**
 * Fills empty fields once with what the picture's file says. Another file's proposals replace untouched ones; what somebody
 * typed, changed or cleared stays. Returns the proposals that were filled in.
 */
export function useProposals(
  { getValues, setValue }: Pick<UseFormReturn<ArtworkFormValues>, "getValues" | "setValue">,
  state: UploadState,
  isShown: boolean,
): Proposals {
  const [proposals, setProposals] = useState(NONE);
  /** The last proposal of each field that ever had one. */
  const given = useRef<Partial<Values>>({});
  const ready = state.step === "ready" ? state : undefined;

  function fill(found: Proposals) {
    const filled: Partial<Values> = {};
    for (const field of FIELDS) {
      const [before, next] = [given.current[field], found.values[field]];
      const isUntouched = isSame(getValues(field), before ?? EMPTY_FORM[field]);
      const isTyping = isShown && document.activeElement?.getAttribute("name") === field;
      if (!isUntouched || isTyping || (next ?? before) === undefined) continue;
      const value = { [field]: next ?? EMPTY_FORM[field] };
      setValue(field, value[field] as Values[typeof field], { shouldDirty: true, shouldValidate: true });
      Object.assign(given.current, value);
      if (next !== undefined) Object.assign(filled, value);
    }
    setProposals({ ...found, values: filled });
  }

  const latest = useRef({ ready, fill });
  latest.current = { ready, fill };
  const mediaId = ready?.media.mediaId;
  useEffect(() => {
    if (mediaId && latest.current.ready) latest.current.fill(toProposals(latest.current.ready));
  }, [mediaId]);
  return proposals;
}

/** True if the field still has its proposed value. */
export const isProposed = ({ values }: Proposals, field: string, value: unknown) =>
  Object.hasOwn(values, field) && isSame(value, values[field as ProposedField]);
