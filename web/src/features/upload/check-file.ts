import type { FeatureSwitches } from "#shared/features.ts";
import { formatFileSize } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { UPLOAD_TYPES, type UploadType } from "#shared/model/media.ts";
import { detectPictureType, SIGNATURE_BYTES } from "#shared/rules/picture-type.ts";
import { dimensionsLabel } from "#web/ui/labels.ts";

/** The types that this stage accepts; GIF needs its feature switch. */
export const acceptedTypes = (features: Pick<FeatureSwitches, "gif">): readonly UploadType[] =>
  UPLOAD_TYPES.filter((type) => type !== "image/gif" || features.gif);

const NAMES: Record<UploadType, string> = { "image/jpeg": "JPEG", "image/png": "PNG", "image/gif": "GIF" };

/** The accepted types as text, such as "JPEG or PNG". */
export const acceptedNames = (features: Pick<FeatureSwitches, "gif">): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(acceptedTypes(features).map((type) => NAMES[type]));

/** Limits of a picture by purpose, in bytes and pixels. */
export interface PictureBounds {
  readonly maxBytes: number;
  readonly minWidth: number;
  readonly minHeight: number;
  /** Message for a picture with fewer pixels. */
  readonly tooSmall: string;
}

const ARTWORK: PictureBounds = { ...LIMITS.artworkFile, tooSmall: MESSAGES.fileTooSmall };

/** Detects the type by the first bytes if the browser gave none. */
export async function withType(file: File): Promise<File> {
  if (file.type) return file;
  const type = detectPictureType(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()));
  return type ? new File([file], file.name, { type }) : file;
}

/** Reason to refuse a file by type and size; null if accepted. */
export function fileProblem(
  file: Pick<File, "type" | "size">,
  features: Pick<FeatureSwitches, "gif">,
  bounds = ARTWORK,
): string | null {
  if (!acceptedTypes(features).some((type) => type === file.type)) {
    return `${MESSAGES.fileFormat}: ${acceptedNames(features)}`;
  }
  if (file.size > bounds.maxBytes) {
    return `${MESSAGES.fileTooLarge}: ${formatFileSize(bounds.maxBytes)}`;
  }
  return file.size === 0 ? MESSAGES.fileDamaged : null;
}

/** Reason to refuse a picture by its size in pixels; null if accepted. */
export function sizeProblem({ width, height }: { width: number; height: number }, bounds = ARTWORK): string | null {
  if (width < bounds.minWidth || height < bounds.minHeight) {
    return `${bounds.tooSmall}; this one has ${dimensionsLabel(width, height)}`;
  }
  return width * height > LIMITS.pixels.max ? MESSAGES.fileTooManyPixels : null;
}
