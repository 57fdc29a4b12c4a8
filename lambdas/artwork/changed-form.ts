import { type ArtworkChange, ArtworkForm } from "#shared/model/artwork.ts";
import { fail } from "../runtime/failure.ts";
import { artworkTermsIn, labelsIn } from "./cards.ts";
import type { ArtworkItem } from "./find-artwork.ts";
import { textsIn } from "./stored-texts.ts";

const REQUIRED = ["artworkTitle", "artworkAvailability", "artworkVisibility"] as const;

const formOf = (current: ArtworkItem): ArtworkForm => ({
  ...textsIn(current),
  ...labelsIn(current),
  artworkVisibility: current.visibility,
  ...artworkTermsIn(current),
});

/**
 * The whole form after a change. A body with every required field replaces the form; any other is merged into the
 * current one, so that a single field can be sent.
 */
export function changedForm(
  current: ArtworkItem,
  { mediaId: _file, expectedVersion: _base, ...change }: ArtworkChange,
) {
  const whole = REQUIRED.every((field) => change[field] !== undefined);
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const parsed = ArtworkForm.safeParse(whole ? sent : { ...formOf(current), ...sent });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0])] ??= message;
  return fail("invalid_request", { fields });
}

/** What was left out and what is empty are the same. */
const comparable = (value: ArtworkForm[keyof ArtworkForm]) => String(value ?? "");

/** Whether anything but the visibility differs. */
export function isNewVersion(current: ArtworkItem, form: ArtworkForm, mediaId: string | undefined) {
  const before = formOf(current);
  const differs = (Object.keys(before) as (keyof ArtworkForm)[]).some(
    (field) => field !== "artworkVisibility" && comparable(form[field]) !== comparable(before[field]),
  );
  return differs || (mediaId !== undefined && mediaId !== current.mediaId);
}
