import { LIMITS } from "#shared/limits.ts";
import { HASH_BYTES, MAX_DIFFERENT_BITS, turnedHashes } from "#shared/rules/picture-hash.ts";
import type { Facet } from "../../search-engine/document.ts";
import type { ComparedPicture, OpenIndex } from "../../search-engine/engine.ts";
import type { PictureLook } from "../media/stored-look.ts";
import { fileFacet, ownerFacet } from "./artwork-document.ts";
import { formatArtwork } from "./sources.ts";

type Compared = Pick<ComparedPicture, "without" | "isHidden">;

/** The documents that a picture is a copy of (turned, mirrored or cropped), by the hash of the whole picture, nearest first. */
export const findCopied = (index: OpenIndex, hash: Uint8Array, compared?: Compared) =>
  index.findCopies({ hashes: turnedHashes(hash), most: MAX_DIFFERENT_BITS, limit: LIMITS.copies, ...compared });

/** The visible works that a picture is a copy of, the nearest first. */
export const findCopies = async (index: OpenIndex, hash: Uint8Array, without?: Facet) =>
  (await findCopied(index, hash, { without })).map(({ card }) => formatArtwork(card));

interface OwnedPicture {
  readonly ownerId: string;
  readonly look?: PictureLook | undefined;
}

const findHash = ({ look }: OwnedPicture) =>
  look?.hash ? Buffer.from(look.hash, "base64").subarray(0, HASH_BYTES) : undefined;

/** The visible works of others that a picture is a copy of; none without a hash. */
export async function findNearCopies(index: OpenIndex, picture: OwnedPicture) {
  const hash = findHash(picture);
  return hash ? findCopies(index, hash, ownerFacet(picture.ownerId)) : [];
}

/**
 * Works that a picture is a copy of: first those taken down, by any artist, with the same file or a close hash; then visible
 * ones of others.
 */
export async function findCopiedWorks(index: OpenIndex, picture: OwnedPicture & { readonly sha256: string }) {
  const hash = findHash(picture);
  const found = [
    ...(await index.findWithFacet(fileFacet(picture.sha256), LIMITS.copies)),
    ...(hash ? await findCopied(index, hash, { isHidden: true }) : []),
    ...(hash ? await findCopied(index, hash, { without: ownerFacet(picture.ownerId) }) : []),
  ];
  return [...new Map(found.map((one) => [one.id, one])).values()]
    .slice(0, LIMITS.copies)
    .map(({ card, isHidden = false }) => ({ ...formatArtwork(card), isTakenDown: isHidden }));
}
