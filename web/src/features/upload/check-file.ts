import type { FeatureSwitches } from "#shared/features.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { UPLOAD_TYPES, type UploadType } from "#shared/model/media.ts";

/** Types that this stage takes; GIF needs its feature. */
export const acceptedTypes = (features: Pick<FeatureSwitches, "gif">): readonly UploadType[] =>
  UPLOAD_TYPES.filter((type) => type !== "image/gif" || features.gif);

const NAMES: Record<UploadType, string> = { "image/jpeg": "JPEG", "image/png": "PNG", "image/gif": "GIF" };

/** "JPEG or PNG", for people. */
export const acceptedNames = (features: Pick<FeatureSwitches, "gif">): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(acceptedTypes(features).map((type) => NAMES[type]));

/** What a picture has to be, by what it is for. Sizes are in bytes and pixels. */
export interface PictureBounds {
  readonly maxBytes: number;
  readonly minWidth: number;
  readonly minHeight: number;
  /** What is said of one with fewer pixels. */
  readonly tooSmall: string;
}

const ARTWORK: PictureBounds = { ...LIMITS.artworkFile, tooSmall: MESSAGES.fileTooSmall };

/** Why a file can't be used before its picture is even looked at; null when it may. */
export function fileProblem(
  file: Pick<File, "type" | "size">,
  features: Pick<FeatureSwitches, "gif">,
  bounds = ARTWORK,
): string | null {
  if (!acceptedTypes(features).some((type) => type === file.type)) {
    return `${MESSAGES.fileFormat}: ${acceptedNames(features)}`;
  }
  if (file.size > bounds.maxBytes) return MESSAGES.fileTooLarge;
  return file.size === 0 ? MESSAGES.fileDamaged : null;
}

/** Why a picture of this size, in pixels, can't be used; null when it may. */
export function sizeProblem({ width, height }: { width: number; height: number }, bounds = ARTWORK): string | null {
  if (width < bounds.minWidth || height < bounds.minHeight) return bounds.tooSmall;
  return width * height > LIMITS.pixels.max ? MESSAGES.fileTooManyPixels : null;
}
