import { type ArtworkChange, ArtworkForm } from "#shared/model/artwork.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { artworkTermsIn, labelsIn, watermarkOf } from "./cards.ts";
import type { ArtworkItem } from "./find-artwork.ts";
import { textsIn } from "./stored-texts.ts";

const REQUIRED = ["artworkTitle", "artworkAvailability", "artworkVisibility"] as const;

const formOf = (current: ArtworkItem): ArtworkForm => ({
  ...textsIn(current),
  ...labelsIn(current),
  artworkVisibility: current.visibility,
  artworkWatermark: watermarkOf(current),
  ...artworkTermsIn(current),
});

/**
 * The whole form after a change. A body with every required field replaces the form but for the watermark and the mark as
 * mature, which clients may not know; any other is merged into the current one, so that a single field can be sent.
 */
export function changedForm(
  current: ArtworkItem,
  { mediaId: _file, expectedVersion: _base, ...change }: ArtworkChange,
) {
  const whole = REQUIRED.every((field) => change[field] !== undefined);
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { artworkWatermark, artworkMature, ...rest } = formOf(current);
  const parsed = ArtworkForm.safeParse({ artworkWatermark, artworkMature, ...(whole ? {} : rest), ...sent });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0])] ??= message;
  return fail("invalid_request", { fields });
}

/** Absent and empty values are equal. */
const comparable = (value: ArtworkForm[keyof ArtworkForm]) => String(value ?? "");

/** Fields that aren't part of a version. */
const OUTSIDE_OF_VERSIONS: readonly (keyof ArtworkForm)[] = ["artworkVisibility", "artworkWatermark"];

/** True if a field of the version or its picture differs. */
export function isNewVersion(current: ArtworkItem, form: ArtworkForm, mediaId: string | undefined) {
  const before = formOf(current);
  const differs = (Object.keys(before) as (keyof ArtworkForm)[]).some(
    (field) => !OUTSIDE_OF_VERSIONS.includes(field) && comparable(form[field]) !== comparable(before[field]),
  );
  return differs || (mediaId !== undefined && mediaId !== current.mediaId);
}
