import { createHash } from "node:crypto";
import sharp, { type Metadata } from "sharp";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Proposals, UploadType } from "#shared/model/media.ts";
import { detectPictureType } from "#shared/rules/picture-type.ts";
import type { Credits } from "../../platform/picture-files/credit-text.ts";
import { parseCreditsAt } from "../../platform/picture-files/credits.ts";
import { findPlaces } from "../../platform/picture-files/places.ts";
import { proposeTexts } from "./propose-texts.ts";
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

/** Limits by purpose of a file. */
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
  /** Without an end marker, only the decoder's warnings distinguish a whole JPEG from a truncated one. */
  readonly isStrict: boolean;
  /** True if the upload contained more than the picture, such as a second one or a video. */
  readonly isTrimmed?: boolean;
  readonly mime: string;
  readonly metadata: Metadata;
  readonly credits: Credits;
  readonly proposals?: Proposals | undefined;
  /** Pixels after applying the orientation. */
  readonly width: number;
  readonly height: number;
}

type Reduced = Pick<ValidPicture, "file" | "isStrict" | "isTrimmed">;

/** Opens a reduced file for decoding; `limitInputPixels` stops decompression bombs. */
export const openPicture = ({ file, isStrict }: Reduced, options: { pages?: number; ignoreIcc?: boolean } = {}) =>
  sharp(file, { limitInputPixels: LIMITS.pixels.max, failOn: isStrict ? "warning" : "error", ...options });

/** Removes everything but the picture before a decoder reads the file, or returns the reason to refuse it. */
function reduce(file: Buffer, type: UploadType, allowed: { readonly gif: boolean }) {
  if (type === "image/png") {
    return isAnimatedPng(file) ? MESSAGES.fileAnimated : { file: reducePng(file, "own"), isStrict: false };
  }
  if (type === "image/jpeg") {
    const { file: reduced, hasEnd, isTrimmed } = reduceJpeg(file, "own");
    return { file: reduced, isStrict: !hasEnd, isTrimmed };
  }
  const { file: reduced, frames } = reduceGif(file);
  if (!allowed.gif) return frames > 1 ? MESSAGES.fileAnimated : listFormats(false);
  const pixels = file.length < 10 ? 0 : file.readUInt16LE(6) * file.readUInt16LE(8) * frames;
  return pixels > LIMITS.pixels.max ? MESSAGES.fileTooManyPixels : { file: reduced, isStrict: false };
}

/**
 * Validates a file without trusting its name: signature, announced size and digest, dimensions, frames. Returns a sentence
 * for its owner if it is unusable; the full decode happens with the previews.
 */
export async function inspectPicture(
  file: Buffer,
  announced: Announcement,
  allowed: { readonly gif: boolean },
): Promise<ValidPicture | string> {
  const bounds = BOUNDS[announced.kind ?? "artwork"];
  if (file.length > bounds.maxBytes) return MESSAGES.fileTooLarge;
  if (file.length !== announced.bytes || computeSha256(file) !== announced.sha256) return MESSAGES.fileMismatch;
  const mime = detectPictureType(file);
  if (!mime) return listFormats(allowed.gif);
  const reduced = reduce(file, mime, allowed);
  if (typeof reduced === "string") return reduced;

  const metadata = await openPicture(reduced, { pages: -1 }).metadata().catch(toUndecodablePicture);
  if (metadata instanceof Error) return metadata.message;
  const { width, height } = metadata.autoOrient;
  const frameHeight = metadata.pageHeight ?? height;
  if (width * frameHeight > LIMITS.pixels.max) return MESSAGES.fileTooManyPixels;
  if (width < bounds.minWidth || frameHeight < bounds.minHeight) return bounds.tooSmall;
  const places = findPlaces(file, mime);
  const credits = parseCreditsAt(places);
  const proposals = proposeTexts(places, credits);
  return { ...reduced, mime, metadata, credits, proposals, width, height: frameHeight };
}

/** A file that can't be decoded; the message is for its owner. */
export class UndecodablePicture extends Error {}

/**
 * Prefixes of sharp's messages about a file, including readers of libvips and of colour profiles. `Unknown error` comes from
 * a reader without a reason.
 */
const ABOUT_THE_FILE =
  /^(?:Input (?:buffer|image) |(?:vips(?:jpeg|png|icc)|(?:jpeg|png|gif)load(?:_buffer)?|icc_(?:import|transform)): |Unknown error|Warning treated as error)/i;

/** The decoder's error as a message for the owner. Rethrows errors that the file didn't cause. */
export function toUndecodablePicture(error: unknown): UndecodablePicture {
  if (!(error instanceof Error) || !ABOUT_THE_FILE.test(error.message) || /memory|allocate/i.test(error.message)) {
    throw error;
  }
  const reason = /pixel limit/i.test(error.message) ? MESSAGES.fileTooManyPixels : MESSAGES.fileDamaged;
  return new UndecodablePicture(reason, { cause: error });
}

const listFormats = (gif: boolean) => `${MESSAGES.fileFormat}: JPEG, PNG${gif ? ", GIF" : ""}`;

/** SHA-256 in hex. */
export const computeSha256 = (file: Buffer) => createHash("sha256").update(file).digest("hex");
