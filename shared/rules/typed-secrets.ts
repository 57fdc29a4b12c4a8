/**
 * A password as it is hashed, so that every keyboard produces the same: RFC 8265's OpaqueString, which maps spaces and
 * normalizes but neither trims nor folds case or width.
 */
export const normalizePassword = (password: string) => password.replace(/\p{Zs}/gu, " ").normalize("NFC");

export const countCodePoints = (text: string) => [...text].length;

/** Value of a decimal digit of any script: in the Basic Multilingual Plane, zeros are at multiples of 16, or 6 after one. */
function digitValue(digit: string) {
  const unit = digit.charCodeAt(0);
  const row = unit - (unit % 16);
  return unit - (/\p{Nd}/u.test(String.fromCharCode(row)) ? row : row + 6);
}

/** A name or code to look up, independent of the keyboard: NFKC, with digits of every script as ASCII. */
export const normalizeCode = (code: string) =>
  code.normalize("NFKC").replace(/(?=[\u0080-\uFFFF])\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** An e-mail address with its domain in ASCII (UTS 46), since browsers differ; other text stays as it is. */
export function normalizeEmail(email: string): string {
  const [, local, domain] = /^(.*)@([^@/\\?#:]+)$/su.exec(email) ?? [];
  if (local === undefined || domain === undefined || !/[^ -~]/.test(domain)) return email;
  try {
    return `${local}@${new URL(`https://${domain}`).hostname}`;
  } catch {
    return email;
  }
}
