import { createHash } from "node:crypto";
import sharp, { type Metadata } from "sharp";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";

/** Formats that are decoded at all; everything else, SVG foremost, is refused before a decoder sees it. */
const SIGNATURES = [
  { format: "jpeg", mime: "image/jpeg", bytes: [0xff, 0xd8, 0xff] },
  { format: "png", mime: "image/png", bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: "gif", mime: "image/gif", bytes: [0x47, 0x49, 0x46, 0x38] },
] as const;

/** What a picture was announced as. */
export interface Announcement {
  readonly mediaId?: string;
  readonly kind?: "avatar" | undefined;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a file has to be, by what it is for. */
const BOUNDS = {
  artwork: { ...LIMITS.artworkFile, tooSmall: MESSAGES.fileTooSmall },
  avatar: {
    maxBytes: LIMITS.avatarFile.maxBytes,
    minWidth: LIMITS.avatarFile.width,
    minHeight: LIMITS.avatarFile.height,
    tooSmall: MESSAGES.avatarTooSmall,
  },
} as const;

export interface ValidPicture {
  readonly mime: string;
  readonly metadata: Metadata;
  /** Pixels after the orientation is applied. */
  readonly width: number;
  readonly height: number;
}

/** Opens a file for decoding with every guard on; `limitInputPixels` stops a bomb before it unfolds. */
export const openPicture = (file: Buffer, options: { pages?: number } = {}) =>
  sharp(file, { limitInputPixels: LIMITS.pixels.max, failOn: "error", ...options });

/**
 * Looks a file over without trusting its name: signature, announced size and digest, dimensions, frames.
 * Gives a sentence a person can act on when it can't be used; the full decode comes with the previews.
 */
export async function inspectPicture(
  file: Buffer,
  announced: Announcement,
  allowed: { readonly gif: boolean },
): Promise<ValidPicture | string> {
  const bounds = BOUNDS[announced.kind ?? "artwork"];
  if (file.length > bounds.maxBytes) return MESSAGES.fileTooLarge;
  if (file.length !== announced.bytes || sha256Of(file) !== announced.sha256) return MESSAGES.fileMismatch;
  const signature = SIGNATURES.find(({ bytes }) => bytes.every((byte, at) => file[at] === byte));
  if (!signature) return formats(allowed.gif);
  if (signature.format === "gif" && !allowed.gif)
    return (await framesOf(file)) > 1 ? MESSAGES.fileAnimated : formats(false);

  const metadata = await openPicture(file, { pages: -1 })
    .metadata()
    .catch((error: unknown) => reasonOf(error));
  if (typeof metadata === "string") return metadata;
  if ((metadata.pages ?? 1) > 1 && !allowed.gif) return MESSAGES.fileAnimated;
  if (signature.format === "png" && isAnimatedPng(file)) return MESSAGES.fileAnimated;
  const { width, height } = metadata.autoOrient;
  const frameHeight = metadata.pageHeight ?? height;
  if (width * frameHeight > LIMITS.pixels.max) return MESSAGES.fileTooManyPixels;
  if (width < bounds.minWidth || frameHeight < bounds.minHeight) return bounds.tooSmall;
  return { mime: signature.mime, metadata, width, height: frameHeight };
}

/** What a decoder's complaint means to the person who uploaded the file. */
export const reasonOf = (error: unknown) =>
  error instanceof Error && /pixel limit/i.test(error.message) ? MESSAGES.fileTooManyPixels : MESSAGES.fileDamaged;

const formats = (gif: boolean) => `${MESSAGES.fileFormat}: JPEG, PNG${gif ? ", GIF" : ""}`;

/** SHA-256 in hex. */
export const sha256Of = (file: Buffer) => createHash("sha256").update(file).digest("hex");

const framesOf = (file: Buffer) =>
  openPicture(file, { pages: -1 })
    .metadata()
    .then(({ pages }) => pages ?? 1)
    .catch(() => 1);

/** An animated PNG announces itself by an `acTL` chunk before its image data; decoders see only its first frame. */
function isAnimatedPng(file: Buffer) {
  const data = file.indexOf("IDAT");
  const control = file.indexOf("acTL");
  return control !== -1 && control < data;
}
