import { hasCheckDigit } from "./check-digit.ts";

/** What becomes of a payment with a card. */
export interface TestCard {
  readonly number: string;
  readonly brand: string;
  /** Refused with this `decline_code`; the error's code is `card_declined` unless it is one of its own. */
  readonly declines?: string;
  /** Asks for a second step first. */
  readonly authenticates?: true;
  /** The payment succeeds and is disputed at once. */
  readonly disputes?: true;
}

/** Stripe's test cards that the stand-in knows (https://docs.stripe.com/testing); other sound numbers succeed. */
const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", brand: "visa" },
  { number: "5555555555554444", brand: "mastercard" },
  { number: "378282246310005", brand: "amex" },
  { number: "4000000000000002", brand: "visa", declines: "generic_decline" },
  { number: "4000000000009995", brand: "visa", declines: "insufficient_funds" },
  { number: "4000000000000069", brand: "visa", declines: "expired_card" },
  { number: "4000000000000127", brand: "visa", declines: "incorrect_cvc" },
  { number: "4000002500003155", brand: "visa", authenticates: true },
  { number: "4000002760003184", brand: "visa", authenticates: true },
  { number: "4000008400001629", brand: "visa", authenticates: true, declines: "generic_decline" },
  { number: "4000000000000259", brand: "visa", disputes: true },
];

/** Stripe's names for payments with these cards, which a server's test may use instead of a number. */
const NAMED: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_threeDSecure2Required: "4000002500003155",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_createDispute: "4000000000000259",
};

export const cardOf = (number: string): TestCard =>
  TEST_CARDS.find((card) => card.number === number) ?? {
    number,
    brand: number.startsWith("5") ? "mastercard" : "visa",
  };

export const cardNamed = (name: string): TestCard | undefined => {
  const number = NAMED[name];
  return number === undefined ? undefined : cardOf(number);
};

export const isSoundNumber = (number: string) => /^\d{13,19}$/.test(number) && hasCheckDigit(number);

const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: "Your card has insufficient funds.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "Your card's security code is incorrect.",
};

/** Codes that stand for themselves; any other decline is a `card_declined`. */
const OWN_CODES = ["expired_card", "incorrect_cvc"];

/** How Stripe words a decline. */
export const declineOf = (reason: string) => ({
  code: OWN_CODES.includes(reason) ? reason : "card_declined",
  decline_code: reason,
  message: REASONS[reason] ?? "Your card was declined.",
});
