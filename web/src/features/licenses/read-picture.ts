import { recognizePicture } from "#shared/contract/search.ts";
import { formatFileSize } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { HASH_BYTES, HASH_SIDE, hashOfPixels } from "#shared/rules/picture-hash.ts";
import { send } from "#web/api/send.ts";
import { readPixels } from "#web/ui/picture/read-pixels.ts";

/** The property of a licensed download that states its licence, as `lambdas/platform/picture-files` writes it. */
const STATED = new RegExp(
  `plus:LicensorTransactionID>\\s*<rdf:Bag>\\s*<rdf:li>\\s*([\\da-f]{${LIMITS.licenseFingerprint.length}})\\s*<`,
);

/** A picture that names no licence, and the works that it looks like; `null` where it has too little detail. */
export interface ComparedPicture {
  readonly file: File;
  readonly works: readonly ArtworkCard[] | null;
}

/** The fingerprint that a picture's metadata states, else the works that it looks like: its hash is sent, and the file isn't. */
export async function readPicture(
  file: File,
): Promise<{ readonly fingerprint: string } | { readonly error: string } | ComparedPicture> {
  const { maxBytes } = LIMITS.checkedPicture;
  if (file.size > maxBytes) return { error: `${MESSAGES.fileTooLarge}: ${formatFileSize(maxBytes)}` };
  const [, fingerprint] = STATED.exec(new TextDecoder("latin1").decode(await file.arrayBuffer())) ?? [];
  if (fingerprint) return { fingerprint };
  const pixels = await readPixels(file, HASH_SIDE).catch(() => undefined);
  if (!pixels) return { error: MESSAGES.checkedPictureUnreadable };
  const hash = hashOfPixels(pixels, 4)?.subarray(0, HASH_BYTES);
  if (!hash) return { file, works: null };
  const inBase64 = btoa(String.fromCharCode(...hash))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  const { items } = await send(
    recognizePicture,
    { query: { hash: inBase64 } },
    { errorMessage: "The picture wasn't compared" },
  );
  return { file, works: items };
}
