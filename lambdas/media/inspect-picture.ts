import { createHash } from "node:crypto";
import sharp, { type Metadata } from "sharp";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { reduceGif } from "./reduce-gif.ts";
import { reduceJpeg } from "./reduce-jpeg.ts";
import { isAnimatedPng, reducePng } from "./reduce-png.ts";

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
  /** The upload reduced to what decoders and licence holders need. */
  readonly file: Buffer;
  /** Without its end only the decoder's warnings tell a whole JPEG from a truncated one. */
  readonly isStrict: boolean;
  readonly mime: string;
  readonly metadata: Metadata;
  /** Pixels after the orientation is applied. */
  readonly width: number;
  readonly height: number;
}

type Reduced = Pick<ValidPicture, "file" | "isStrict">;

/** Opens a reduced file for decoding; `limitInputPixels` stops a bomb before it unfolds. */
const openPicture = ({ file, isStrict }: Reduced, options: { pages?: number } = {}) =>
  sharp(file, { limitInputPixels: LIMITS.pixels.max, failOn: isStrict ? "warning" : "error", ...options });

/** Takes away everything that isn't the picture before a decoder sees the file, or gives the reason to refuse it. */
function reduce(file: Buffer, format: (typeof SIGNATURES)[number]["format"], allowed: { readonly gif: boolean }) {
  if (format === "png") {
    return isAnimatedPng(file) ? MESSAGES.fileAnimated : { file: reducePng(file, "own"), isStrict: false };
  }
  if (format === "jpeg") {
    const { file: reduced, hasEnd } = reduceJpeg(file, "own");
    return { file: reduced, isStrict: !hasEnd };
  }
  const { file: reduced, frames } = reduceGif(file);
  if (!allowed.gif) return frames > 1 ? MESSAGES.fileAnimated : formats(false);
  const pixels = file.length < 10 ? 0 : file.readUInt16LE(6) * file.readUInt16LE(8) * frames;
  return pixels > LIMITS.pixels.max ? MESSAGES.fileTooManyPixels : { file: reduced, isStrict: false };
}

/**
 * Opens a picture upright, opaque and in sRGB. With 16 bits a channel the decoder has to work in sRGB from the start: it only
 * relabels colours that it has turned into its wide working space.
 */
export function openUpright(picture: ValidPicture) {
  const opened = openPicture(picture);
  const { space } = picture.metadata;
  if (space === "rgb16" || space === "grey16") opened.pipelineColourspace("srgb");
  return opened.autoOrient().flatten({ background: "#ffffff" }).toColourspace("srgb");
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
  const signature = SIGNATURES.find(({ bytes }) => bytes.every((byte, at) => file[at] === byte));
  if (!signature) return formats(allowed.gif);
  const reduced = reduce(file, signature.format, allowed);
  if (typeof reduced === "string") return reduced;

  const metadata = await openPicture(reduced, { pages: -1 })
    .metadata()
    .catch((error: unknown) => reasonOf(error));
  if (typeof metadata === "string") return metadata;
  const { width, height } = metadata.autoOrient;
  const frameHeight = metadata.pageHeight ?? height;
  if (width * frameHeight > LIMITS.pixels.max) return MESSAGES.fileTooManyPixels;
  if (width < bounds.minWidth || frameHeight < bounds.minHeight) return bounds.tooSmall;
  return { ...reduced, mime: signature.mime, metadata, width, height: frameHeight };
}

/** What a decoder's complaint means to the person who uploaded the file. */
export const reasonOf = (error: unknown) =>
  error instanceof Error && /pixel limit/i.test(error.message) ? MESSAGES.fileTooManyPixels : MESSAGES.fileDamaged;

const formats = (gif: boolean) => `${MESSAGES.fileFormat}: JPEG, PNG${gif ? ", GIF" : ""}`;

/** SHA-256 in hex. */
export const sha256Of = (file: Buffer) => createHash("sha256").update(file).digest("hex");
