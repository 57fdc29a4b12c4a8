/**
 * A password as it is kept and compared, so that every keyboard types the same one: RFC 8265's OpaqueString, which maps spaces
 * and normalizes, and neither trims nor folds case or width.
 */
export const normalizePassword = (password: string) => password.replace(/\p{Zs}/gu, " ").normalize("NFC");

export const countCodePoints = (text: string) => [...text].length;

/** Value of a decimal digit of any script: Unicode begins each ten of the Basic Multilingual Plane at a multiple of 16, or 6 after one. */
function digitValue(digit: string) {
  const unit = digit.charCodeAt(0);
  const row = unit - (unit % 16);
  return unit - (/\p{Nd}/u.test(String.fromCharCode(row)) ? row : row + 6);
}

/** A name or code that is looked up, as any keyboard types it: compatible letters are one (NFKC), digits of every script are ASCII's. */
export const normalizeCode = (code: string) =>
  code.normalize("NFKC").replace(/(?=[\u0080-\uFFFF])\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** An address with its domain in ASCII (UTS 46), as some browsers send it and others don't; one that is none stays. */
export function normalizeEmail(email: string): string {
  const [, local, domain] = /^(.*)@([^@/\\?#:]+)$/su.exec(email) ?? [];
  if (local === undefined || domain === undefined || !/[^ -~]/.test(domain)) return email;
  try {
    return `${local}@${new URL(`https://${domain}`).hostname}`;
  } catch {
    return email;
  }
}
