import type { ComparedPicture } from "./engine.ts";

const BITS_OF_WORD = 32;

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Copied, because a Uint32Array needs an aligned offset. */
const toWords = (bytes: Uint8Array) => new Uint32Array(new Uint8Array(bytes).buffer);

/** Creates a measure of a document's hashes, one after the other: the least difference from the picture's, if it is a copy. */
export function createComparison({ hashes, most }: Pick<ComparedPicture, "hashes" | "most">) {
  const compared = hashes.map(toWords);
  const size = ((hashes[0]?.length ?? 0) * 8) / BITS_OF_WORD;
  return (bytes: Uint8Array): number | undefined => {
    const parts = toWords(bytes);
    let least: number | undefined;
    for (const hash of compared) {
      for (let part = 0; part < parts.length; part += size) {
        let bits = 0;
        for (let word = 0; word < size && bits <= most; word++) {
          bits += countBits((hash[word] ?? 0) ^ (parts[part + word] ?? 0));
        }
        if (bits <= most && (least === undefined || bits < least)) least = bits;
      }
    }
    return least;
  };
}
