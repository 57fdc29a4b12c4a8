import { createHash } from "node:crypto";
import sharp, { type Metadata } from "sharp";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { UploadType } from "#shared/model/media.ts";
import { detectPictureType } from "#shared/rules/picture-type.ts";
import type { Credits } from "../../platform/picture-files/credit-text.ts";
import { parseCredits } from "../../platform/picture-files/credits.ts";
import { reduceGif } from "./reduce-gif.ts";
import { reduceJpeg } from "./reduce-jpeg.ts";
import { isAnimatedPng, reducePng } from "./reduce-png.ts";

/** Properties that the owner announced for an upload. */
export interface Announcement {
  readonly mediaId?: string;
  readonly kind?: "avatar" | undefined;
  readonly bytes: number;
  readonly sha256: string;
}

/** Limits of a file, by its purpose. */
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
  /** The upload reduced to what decoders and licence holders need. */
  readonly file: Buffer;
  /** Without its end only the decoder's warnings tell a whole JPEG from a truncated one. */
  readonly isStrict: boolean;
  /** More than the picture stood in the upload, such as a second one or a video. */
  readonly isTrimmed?: boolean;
  readonly mime: string;
  readonly metadata: Metadata;
  readonly credits: Credits;
  /** Pixels after the orientation is applied. */
  readonly width: number;
  readonly height: number;
}

type Reduced = Pick<ValidPicture, "file" | "isStrict" | "isTrimmed">;

/** Opens a reduced file for decoding; `limitInputPixels` stops a bomb before it unfolds. */
export const openPicture = ({ file, isStrict }: Reduced, options: { pages?: number; ignoreIcc?: boolean } = {}) =>
  sharp(file, { limitInputPixels: LIMITS.pixels.max, failOn: isStrict ? "warning" : "error", ...options });

/** Takes away everything that isn't the picture before a decoder sees the file, or gives the reason to refuse it. */
function reduce(file: Buffer, type: UploadType, allowed: { readonly gif: boolean }) {
  if (type === "image/png") {
    return isAnimatedPng(file) ? MESSAGES.fileAnimated : { file: reducePng(file, "own"), isStrict: false };
  }
  if (type === "image/jpeg") {
    const { file: reduced, hasEnd, isTrimmed } = reduceJpeg(file, "own");
    return { file: reduced, isStrict: !hasEnd, isTrimmed };
  }
  const { file: reduced, frames } = reduceGif(file);
  if (!allowed.gif) return frames > 1 ? MESSAGES.fileAnimated : formats(false);
  const pixels = file.length < 10 ? 0 : file.readUInt16LE(6) * file.readUInt16LE(8) * frames;
  return pixels > LIMITS.pixels.max ? MESSAGES.fileTooManyPixels : { file: reduced, isStrict: false };
}

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
  const mime = detectPictureType(file);
  if (!mime) return formats(allowed.gif);
  const reduced = reduce(file, mime, allowed);
  if (typeof reduced === "string") return reduced;

  const metadata = await openPicture(reduced, { pages: -1 }).metadata().catch(asUndecodable);
  if (metadata instanceof Error) return metadata.message;
  const { width, height } = metadata.autoOrient;
  const frameHeight = metadata.pageHeight ?? height;
  if (width * frameHeight > LIMITS.pixels.max) return MESSAGES.fileTooManyPixels;
  if (width < bounds.minWidth || frameHeight < bounds.minHeight) return bounds.tooSmall;
  const credits = parseCredits(file, mime);
  return { ...reduced, mime, metadata, credits, width, height: frameHeight };
}

/** A file that no picture can be made of; the message is for its owner. */
export class UndecodablePicture extends Error {}

/**
 * Beginnings of what sharp reports of a file, and the readers of libvips and of colour profiles that it hands on. `Unknown error`
 * stands for a reader that gave no reason.
 */
const ABOUT_THE_FILE =
  /^(?:Input (?:buffer|image) |(?:vips(?:jpeg|png|icc)|(?:jpeg|png|gif)load(?:_buffer)?|icc_(?:import|transform)): |Unknown error|Warning treated as error)/i;

/** The decoder's complaint about a file as its owner reads it. Throws what isn't the file's fault. */
export function asUndecodable(error: unknown): UndecodablePicture {
  if (!(error instanceof Error) || !ABOUT_THE_FILE.test(error.message) || /memory|allocate/i.test(error.message)) {
    throw error;
  }
  const reason = /pixel limit/i.test(error.message) ? MESSAGES.fileTooManyPixels : MESSAGES.fileDamaged;
  return new UndecodablePicture(reason, { cause: error });
}

const formats = (gif: boolean) => `${MESSAGES.fileFormat}: JPEG, PNG${gif ? ", GIF" : ""}`;

/** SHA-256 in hex. */
export const sha256Of = (file: Buffer) => createHash("sha256").update(file).digest("hex");
