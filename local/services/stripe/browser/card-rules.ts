import { passesLuhnCheck } from "../luhn.ts";

/** The text of the card's input fields. */
export interface CardText {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export type Field = keyof CardText;

/** Stripe's error code and message of an invalid field. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

const getDigits = (text: string) => text.replaceAll(/\D/g, "");

const MAX_NUMBER_LENGTH = 19;

type Brand = "visa" | "mastercard" | "amex" | "unknown";

const getBrand = (number: string): Brand => {
  const digits = getDigits(number);
  if (digits.startsWith("4")) return "visa";
  if (/^5[1-5]/.test(digits)) return "mastercard";
  return /^3[47]/.test(digits) ? "amex" : "unknown";
};

const getLengths = (brand: Brand) => ({ number: brand === "amex" ? 15 : 16, cvc: brand === "amex" ? 4 : 3 });

/** Groups of four digits; `04 / 30`. */
export const FORMATS: Readonly<Record<Field, (text: string) => string>> = {
  number: (text) =>
    (
      getDigits(text)
        .slice(0, MAX_NUMBER_LENGTH)
        .match(/\d{1,4}/g) ?? []
    ).join(" "),
  expiry(text) {
    const digits = getDigits(/^\s*[2-9]/.test(text) ? `0${getDigits(text)}` : text).slice(0, 4);
    return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
  },
  cvc: (text) => getDigits(text).slice(0, 4),
};

export function isFull(field: Field, card: CardText): boolean {
  const lengths = getLengths(getBrand(card.number));
  if (field === "number") return getDigits(card.number).length >= lengths.number;
  return getDigits(card[field]).length >= (field === "expiry" ? 4 : lengths.cvc);
}

/** The card's month and year, each of two digits. */
export const parseExpiry = ({ expiry }: CardText) => {
  const digits = getDigits(expiry);
  return { month: digits.slice(0, 2), year: digits.slice(2, 4) };
};

const INCOMPLETE: Readonly<Record<Field, Problem>> = {
  number: { code: "incomplete_number", message: "Your card number is incomplete." },
  expiry: { code: "incomplete_expiry", message: "Your card's expiration date is incomplete." },
  cvc: { code: "incomplete_cvc", message: "Your card's security code is incomplete." },
};

/** The error of a field after the user has left it. */
export function findProblem(field: Field, card: CardText, now: Date): Problem | undefined {
  if (!isFull(field, card)) return INCOMPLETE[field];
  if (field === "number" && !passesLuhnCheck(getDigits(card.number))) {
    return { code: "invalid_number", message: "Your card number is invalid." };
  }
  if (field !== "expiry") return undefined;
  const { month, year } = parseExpiry(card);
  if (Number(month) < 1 || Number(month) > 12) return { code: "incomplete_expiry", message: INCOMPLETE.expiry.message };
  const isPast = new Date(2000 + Number(year), Number(month)) <= now;
  return isPast
    ? { code: "invalid_expiry_year_past", message: "Your card's expiration year is in the past." }
    : undefined;
}
