/** Crockford's base 32: no I, L, O or U, which people confuse or dislike. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;
const GROUP = 5;

const group = (digits: string) => `${digits.slice(0, GROUP)}-${digits.slice(GROUP)}`;

/**
 * An order's number as people read it, such as `4F7K9-2QMXB`: the last 50 of the 74 random bits of its id. Among a million
 * orders two share one with a chance of 1 to 2,000, so that it finds orders but is never a key.
 */
export function formatOrderNumber(orderId: string): string {
  const bits = Number.parseInt(orderId.replaceAll("-", "").slice(-13), 16) % 2 ** (5 * LENGTH);
  const digits = bits.toString(ALPHABET.length).padStart(LENGTH, "0");
  return group(digits.replace(/./g, (digit) => ALPHABET.charAt(Number.parseInt(digit, ALPHABET.length))));
}

/** A typed or spoken number in its one spelling; `undefined` if it is none. */
export function parseOrderNumber(typed: string): string | undefined {
  const digits = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return digits.length === LENGTH && [...digits].every((digit) => ALPHABET.includes(digit)) ? group(digits) : undefined;
}
