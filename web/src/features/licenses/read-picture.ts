import { recognizePicture } from "#shared/contract/artwork.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { computePixelHash, HASH_BYTES, HASH_SIDE } from "#shared/rules/picture-hash.ts";
import { send } from "#web/api/send.ts";
import { toBase64Url } from "#web/ui/picture/base64-url.ts";
import { readPixels } from "#web/ui/picture/read-pixels.ts";

/** Metadata property with the licence of a download, as `lambdas/platform/picture-files` writes it. */
const FINGERPRINT_PATTERN = new RegExp(
  `plus:LicensorTransactionID>\\s*<rdf:Bag>\\s*<rdf:li>\\s*([\\da-f]{${LIMITS.licenseFingerprint.length}})\\s*<`,
  "g",
);

/** A picture and the works that it resembles; `null` if it has too little detail. */
export interface ComparedPicture {
  readonly file: File;
  readonly works: readonly ArtworkCard[] | null;
}

/**
 * Fingerprints in a picture's metadata, which anyone can write: an artist's own text may look like the property, so more than
 * one proves nothing.
 */
export async function readFingerprints(file: File): Promise<readonly string[]> {
  const text = new TextDecoder("latin1").decode(await file.arrayBuffer());
  return [...new Set([...text.matchAll(FINGERPRINT_PATTERN)].map(([, fingerprint = ""]) => fingerprint))];
}

/** Finds works that a picture resembles; sends its hash, not the file. */
export async function comparePicture(file: File): Promise<ComparedPicture | { readonly error: string }> {
  const pixels = await readPixels(file, HASH_SIDE).catch(() => undefined);
  if (!pixels) return { error: MESSAGES.checkedPictureUnreadable };
  const hash = computePixelHash(pixels)?.subarray(0, HASH_BYTES);
  if (!hash) return { file, works: null };
  const options = { errorMessage: "The picture couldn't be compared" } as const;
  const { items } = await send(recognizePicture, { query: { hash: toBase64Url(hash) } }, options);
  return { file, works: items };
}
