import * as z from "zod/mini";
import { SOURCE_CODES } from "../artwork-sources.ts";
import { COLOR_CODES } from "../colors.ts";
import { MESSAGES } from "../messages.ts";
import { toVisibleLine } from "../rules/visible-text.ts";
import { MediaId } from "./ids.ts";
import { choice, lookupText, positiveInteger, text } from "./primitives.ts";

/** Types of uploads; the handler accepts GIF only with the gif feature. */
export const UPLOAD_TYPES = ["image/jpeg", "image/png", "image/gif"] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** Type of a file with an unknown extension; its first bytes decide. */
export const UNTOLD_TYPE = "application/octet-stream";

/** Announcement of an upload: `bytes` is the exact size, `sha256` the file's digest in hex. */
export const UploadRequest = z.object({
  mime: lookupText().check(z.overwrite(toVisibleLine)),
  bytes: positiveInteger(),
  sha256: text().check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, MESSAGES.invalid)),
});

/** Where and how to send the file: a multipart form with `fields` first and `file` last. */
export const PresignedUpload = z.object({
  mediaId: MediaId,
  upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
});

export const MEDIA_STATUSES = ["pending", "processing", "ready", "failed"] as const;

/** One width of a picture in each format; paths on the site's origin. */
export const Preview = z.object({
  width: z.number(),
  height: z.number(),
  avif: z.string(),
  webp: z.string(),
  jpeg: z.string(),
});
export type Preview = z.output<typeof Preview>;

/** A picture with what a page needs to show it; its subject is named beside it. */
export const Picture = z.object({
  /** Its artist's description for people who can't see it. */
  artworkAlt: z.optional(z.string()),
  previews: z.array(Preview),
  /** Thumbhash in base64. */
  placeholder: z.string(),
  width: z.number(),
  height: z.number(),
  /** The artwork's current mark. */
  mature: z.boolean(),
});
export type Picture = z.output<typeof Picture>;

/** A file's own texts about its picture, in terms of the artwork's form. */
export const Proposals = z.object({
  artworkTitle: z.optional(z.string()),
  artworkDescription: z.optional(z.string()),
  artworkAlt: z.optional(z.string()),
  artworkTags: z.optional(z.array(z.string())),
  artworkSource: z.optional(z.enum(SOURCE_CODES)),
  /** The credit in the file, which copies of it repeat. */
  credit: z.optional(z.string()),
});
export type Proposals = z.output<typeof Proposals>;

export const MediaState = z.object({
  mediaId: MediaId,
  status: choice(MEDIA_STATUSES),
  /** Reason of a failure, for the user; null otherwise. */
  reason: z.nullable(z.string()),
  /** Remark about a valid picture; null otherwise. */
  notice: z.nullable(z.string()),
  previews: z.array(Preview),
  /** Thumbhash in base64; null until ready. */
  placeholder: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Its colours, the most visible first; absent until ready. */
  colors: z.optional(z.array(z.enum(COLOR_CODES))),
  /** Absent until ready, and if the file says nothing. */
  proposals: z.optional(Proposals),
});
export type MediaState = z.output<typeof MediaState>;
