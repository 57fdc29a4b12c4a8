import { type ArtworkChange, ArtworkForm } from "#shared/model/artwork.ts";
import { WATERMARKS } from "#shared/rules/watermarks.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { getLabels, getStoredTerms, getTexts, getWatermark } from "./cards.ts";
import type { ArtworkItem } from "./find-artwork.ts";

const REQUIRED = ["artworkTitle", "artworkAvailability", "artworkVisibility"] as const;

const toForm = (current: ArtworkItem): ArtworkForm => ({
  ...getTexts(current),
  ...getLabels(current),
  artworkVisibility: current.visibility,
  artworkWatermark: getWatermark(current),
  ...getStoredTerms(current),
});

/**
 * The whole form after a change. A body with every required field replaces the form, except for watermark, mature mark and
 * alternative text, which older clients don't send; any other is merged into the current form.
 */
export function mergeForm(current: ArtworkItem, { mediaId: _file, expectedVersion: _base, ...change }: ArtworkChange) {
  const whole = REQUIRED.every((field) => change[field] !== undefined);
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { artworkWatermark, artworkMature, artworkAlt, ...rest } = toForm(current);
  const kept = { artworkWatermark, artworkMature, artworkAlt };
  const parsed = ArtworkForm.safeParse({ ...kept, ...(whole ? {} : rest), ...sent });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0])] ??= message;
  return fail("invalid_request", { fields });
}

/** Absent and empty values are equal. */
const toComparable = (value: ArtworkForm[keyof ArtworkForm]) => String(value ?? "");

const differs = (form: ArtworkForm, before: Partial<ArtworkForm>) =>
  (Object.keys(before) as (keyof ArtworkForm)[]).some(
    (field) => toComparable(form[field]) !== toComparable(before[field]),
  );

const isReplaced = ({ mediaId: before }: ArtworkItem, mediaId: string | undefined) =>
  mediaId !== undefined && mediaId !== before;

/** True if a version's field or the picture differs. */
export function isNewVersion(current: ArtworkItem, form: ArtworkForm, mediaId: string | undefined) {
  const { artworkVisibility, artworkWatermark, ...before } = toForm(current);
  return differs(form, before) || isReplaced(current, mediaId);
}

/**
 * True if the change may give the work away or destroy it: by its terms, by a weaker watermark, or by its picture, which is deleted
 * where nobody has a licence to it.
 */
export const takesFromOwner = (current: ArtworkItem, form: ArtworkForm, mediaId: string | undefined) =>
  differs(form, getStoredTerms(current)) ||
  WATERMARKS.indexOf(form.artworkWatermark ?? getWatermark(current)) < WATERMARKS.indexOf(getWatermark(current)) ||
  isReplaced(current, mediaId);
