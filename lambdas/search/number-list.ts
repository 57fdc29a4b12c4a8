/**
 * Ascending document numbers, below 2^31, in as few bytes as possible. The first byte says how: 255, a bit for each
 * number from the first one on; less, the gaps between them in Rice's code with so many low bits. The first number, and
 * with gaps how many follow, stand before the bits, four bytes each.
 */
const BITMAP = 255;
const BITMAP_HEAD = 5;
const GAPS_HEAD = 9;

/** Bytes of a list that, with its key, stays within one read of 4 KB. */
export const MAX_LIST_BYTES = 3800;

/** So many numbers, from 0 on, fit into one list, whichever of them it holds: as a bitmap. */
export const FIT_ONE_LIST = (MAX_LIST_BYTES - BITMAP_HEAD) * 8;

/** Low bits that suit these gaps: Rice's code is shortest when 2^bits is some 0.7 of the mean gap. */
function lowBitsOf(numbers: readonly number[], length: number): number {
  const span = (numbers[length - 1] ?? 0) - (numbers[0] ?? 0);
  return length < 2 ? 0 : Math.max(0, Math.round(Math.log2((0.69 * span) / (length - 1)) || 0));
}

/** Bytes of the first so many numbers as gaps. */
function gapBytes(numbers: readonly number[], length: number): number {
  const low = lowBitsOf(numbers, length);
  let bits = (length - 1) * (low + 1);
  for (let at = 1; at < length; at++) bits += ((numbers[at] ?? 0) - (numbers[at - 1] ?? 0) - 1) >>> low;
  return GAPS_HEAD + Math.ceil(bits / 8);
}

const bitmapBytes = (numbers: readonly number[], length: number) =>
  BITMAP_HEAD + Math.floor(((numbers[length - 1] ?? 0) - (numbers[0] ?? 0)) / 8) + 1;

const bytesOf = (numbers: readonly number[], length: number) =>
  Math.min(gapBytes(numbers, length), bitmapBytes(numbers, length));

export function encodeNumbers(numbers: readonly number[]): Uint8Array {
  const [first = 0] = numbers;
  const isBitmap = bitmapBytes(numbers, numbers.length) <= gapBytes(numbers, numbers.length);
  const bytes = new Uint8Array(bytesOf(numbers, numbers.length));
  const view = new DataView(bytes.buffer);
  const low = lowBitsOf(numbers, numbers.length);
  bytes[0] = isBitmap ? BITMAP : low;
  view.setUint32(1, first);
  const set = (head: number, bit: number) => {
    const at = head + (bit >>> 3);
    bytes[at] = (bytes[at] ?? 0) | (1 << (bit & 7));
  };
  if (isBitmap) {
    for (const number of numbers) set(BITMAP_HEAD, number - first);
    return bytes;
  }
  view.setUint32(5, numbers.length);
  let bit = 0;
  for (let at = 1; at < numbers.length; at++) {
    const gap = (numbers[at] ?? 0) - (numbers[at - 1] ?? 0) - 1;
    // The high part as so many zeros and a one, then the low bits.
    bit += gap >>> low;
    set(GAPS_HEAD, bit++);
    for (let of = 0; of < low; of++, bit++) if (gap & (1 << of)) set(GAPS_HEAD, bit);
  }
  return bytes;
}

/** Reads what `encodeNumbers` wrote. */
export function decodeNumbers(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.getUint32(1);
  const isSet = (head: number, bit: number) => ((bytes[head + (bit >>> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
  const numbers: number[] = [];
  if (bytes[0] === BITMAP) {
    const bits = (bytes.length - BITMAP_HEAD) * 8;
    for (let bit = 0; bit < bits; bit++) if (isSet(BITMAP_HEAD, bit)) numbers.push(first + bit);
    return numbers;
  }
  const low = bytes[0] ?? 0;
  const bits = (bytes.length - GAPS_HEAD) * 8;
  const count = view.getUint32(5);
  for (let number = first, bit = 0; numbers.length < count; ) {
    numbers.push(number);
    if (numbers.length === count) break;
    let gap = 0;
    while (bit < bits && !isSet(GAPS_HEAD, bit)) {
      gap++;
      bit++;
    }
    bit++;
    gap <<= low;
    for (let of = 0; of < low; of++, bit++) if (isSet(GAPS_HEAD, bit)) gap |= 1 << of;
    number += gap + 1;
  }
  return numbers;
}

/** Cuts ascending numbers into lists that fit, each as full as can be: new numbers come at the end. */
export function splitNumbers(numbers: readonly number[], max = MAX_LIST_BYTES): number[][] {
  const lists: number[][] = [];
  for (let rest = [...numbers]; rest.length > 0; ) {
    const length = lengthWithin(rest, max);
    lists.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return lists;
}

/** How many of the numbers, at least one, fit into so many bytes. */
function lengthWithin(numbers: readonly number[], max: number): number {
  if (bytesOf(numbers, numbers.length) <= max) return numbers.length;
  let [fits, tooMany] = [1, numbers.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >>> 1;
    if (bytesOf(numbers, middle) <= max) fits = middle;
    else tooMany = middle;
  }
  return fits;
}
