import { randomUUID } from "node:crypto";
import { LIMITS } from "#shared/limits.ts";
import type { Preview } from "#shared/model/media.ts";
import { AVATAR_WIDTHS, PREVIEW_WIDTHS, WIDEST_GUARDED } from "#shared/picture-widths.ts";

export const PREVIEW_FORMATS = ["avif", "webp", "jpeg"] as const;
export type PreviewFormat = (typeof PREVIEW_FORMATS)[number];

/** Suffix of folders that contain the widest previews, so that the name tells which previews exist. */
const WIDE_FOLDER = "-2560";

/** An unguessable, unique name. */
export const newFolder = ({ isWide }: { readonly isWide: boolean }) => randomUUID() + (isWide ? WIDE_FOLDER : "");

/** Pixels of the widest preview; a taller picture would take minutes to encode and tens of megabytes to view. */
const MAX_PIXELS = 16_000_000;

/** The preview widths in a folder; includes the widest only if the original is larger than the next one. */
export function listWidths(folder: string, width: number, height: number) {
  const hasWidest = folder.endsWith(WIDE_FOLDER) && width > WIDEST_GUARDED;
  return PREVIEW_WIDTHS.filter((nominal) => {
    const size = computePreviewSize(nominal, width, height);
    return nominal <= WIDEST_GUARDED || (hasWidest && size.width * size.height <= MAX_PIXELS);
  });
}

/** Path of a folder of previews on the site. */
export const buildPreviewFolder = (previewKey: string) => `/media/${previewKey}`;

/** The key of a preview, which is also its path on the site. `nominal` is one of the preview or avatar widths. */
export const buildPreviewObjectKey = (previewKey: string, nominal: number, format: PreviewFormat) =>
  `media/${previewKey}/${nominal}.${format}`;

/** The key of a licence holders' preview, in the private bucket. */
export const buildLicensedObjectKey: typeof buildPreviewObjectKey = (licensedKey, nominal, format) =>
  `licensed/${licensedKey}/${nominal}.${format}`;

/** The key of a blocked artwork's preview, which only operators' signed links reach; beside licensed ones, so that the same permission deletes it. */
export const buildWithheldObjectKey: typeof buildPreviewObjectKey = (previewKey, nominal, format) =>
  `licensed/withheld/${previewKey}/${nominal}.${format}`;

/** Longest side, in pixels, of a WebP picture. */
const MAX_SIDE = 16_383;

/** Size of a preview in pixels: never wider than its original, nor higher than every format allows. */
export function computePreviewSize(nominal: number, width: number, height: number) {
  const shown = Math.min(nominal, width, Math.max(1, Math.floor((MAX_SIDE * width) / height)));
  return { width: shown, height: Math.max(1, Math.round((height * shown) / width)) };
}

const getFormats = (previewKey: string, nominal: number) => ({
  avif: `/${buildPreviewObjectKey(previewKey, nominal, "avif")}`,
  webp: `/${buildPreviewObjectKey(previewKey, nominal, "webp")}`,
  jpeg: `/${buildPreviewObjectKey(previewKey, nominal, "jpeg")}`,
});

/** Every preview of a picture, narrowest first, derived from the folder and the picture's size. */
export const listPreviews = (previewKey: string, width: number, height: number): Preview[] =>
  listWidths(previewKey, width, height).map((nominal) => ({
    ...computePreviewSize(nominal, width, height),
    ...getFormats(previewKey, nominal),
  }));

/** Every square of an avatar, smallest first. */
export const listAvatarPreviews = (avatarKey: string): Preview[] =>
  AVATAR_WIDTHS.map((width) => ({ width, height: width, ...getFormats(avatarKey, width) }));

/** An avatar's path on the site. */
export const buildAvatarPath = (avatarKey: string) => `/media/${avatarKey}/${LIMITS.avatarFile.width}.webp`;
