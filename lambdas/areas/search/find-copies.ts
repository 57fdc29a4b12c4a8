import { LIMITS } from "#shared/limits.ts";
import { HASH_BYTES, MAX_DIFFERENT_BITS, turnedHashes } from "#shared/rules/picture-hash.ts";
import type { Facet } from "../../search-engine/document.ts";
import type { OpenIndex } from "../../search-engine/index.ts";
import type { ComparedDocuments, Replica } from "../../search-engine/replica.ts";
import type { PictureLook } from "../media/stored-look.ts";
import { fileFacet, ownerFacet } from "./artwork-document.ts";
import { formatArtwork } from "./sources.ts";

const WORDS = 4;

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Copied, because a Uint32Array needs an aligned offset. */
const toWords = (bytes: Uint8Array) => new Uint32Array(new Uint8Array(bytes).buffer);

/** The smallest Hamming distance between one of the hashes and one of a work's parts; infinite above a copy's maximum. */
function leastDifference(hashes: readonly Uint32Array[], parts: Uint32Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (const hash of hashes) {
    for (let part = 0; part < parts.length; part += WORDS) {
      let bits = 0;
      for (let word = 0; word < WORDS && bits <= MAX_DIFFERENT_BITS; word++) {
        bits += countBits((hash[word] ?? 0) ^ (parts[part + word] ?? 0));
      }
      if (bits <= MAX_DIFFERENT_BITS && bits < least) least = bits;
    }
  }
  return least;
}

/** The numbers of the documents that a picture is a copy of (turned, mirrored or cropped), by the hash of the whole picture. */
export function findCopied(replica: Replica, hash: Uint8Array, compared?: ComparedDocuments): number[] {
  const hashes = turnedHashes(hash).map(toWords);
  const near: { readonly number: number; readonly difference: number }[] = [];
  for (const { number, hash: parts } of replica.hashes(compared)) {
    const difference = leastDifference(hashes, toWords(parts as Uint8Array));
    if (Number.isFinite(difference)) near.push({ number: Number(number), difference });
  }
  near.sort((a, b) => a.difference - b.difference || a.number - b.number);
  return near.slice(0, LIMITS.copies).map(({ number }) => number);
}

/** The visible works that a picture is a copy of, the nearest first. */
export const findCopies = (index: OpenIndex, hash: Uint8Array, without?: Facet) =>
  index.read((replica) => replica.read(findCopied(replica, hash, { without })).map(({ card }) => formatArtwork(card)));

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
export const findCopiedWorks = (index: OpenIndex, picture: OwnedPicture & { readonly sha256: string }) =>
  index.read((replica) => {
    const hash = findHash(picture);
    const takenDown = [
      ...replica.having(fileFacet(picture.sha256)),
      ...(hash ? findCopied(replica, hash, { isHidden: true }) : []),
    ];
    const visible = hash ? findCopied(replica, hash, { without: ownerFacet(picture.ownerId) }) : [];
    return replica
      .read([...new Set([...takenDown, ...visible])].slice(0, LIMITS.copies))
      .map(({ card, isHidden = false }) => ({ ...formatArtwork(card), isTakenDown: isHidden }));
  });
