import { passesLuhnCheck } from "./luhn.ts";

/** A test card and the outcome of a payment with it. */
export interface TestCard {
  readonly number: string;
  readonly brand: string;
  /** The `decline_code`; the error's code is `card_declined` except for DIRECT_CODES. */
  readonly declines?: string;
  /** Requires authentication (3D Secure). */
  readonly authenticates?: true;
  /** The payment succeeds and is disputed immediately. */
  readonly disputes?: true;
}

/** Stripe's test cards that the stand-in supports (https://docs.stripe.com/testing); other valid numbers succeed. */
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

/** Stripe's test PaymentMethod ids, which tests can use instead of a card number. */
const CARDS_BY_TEST_ID: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_threeDSecure2Required: "4000002500003155",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_createDispute: "4000000000000259",
};

export const getCard = (number: string): TestCard =>
  TEST_CARDS.find((card) => card.number === number) ?? {
    number,
    brand: number.startsWith("5") ? "mastercard" : "visa",
  };

export const cardOfTestId = (name: string): TestCard | undefined => {
  const number = CARDS_BY_TEST_ID[name];
  return number === undefined ? undefined : getCard(number);
};

export const isValidCardNumber = (number: string) => /^\d{13,19}$/.test(number) && passesLuhnCheck(number);

const DECLINE_MESSAGES: Readonly<Record<string, string>> = {
  insufficient_funds: "Your card has insufficient funds.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "Your card's security code is incorrect.",
};

/** Decline codes that are also the error's code; for others it is `card_declined`. */
const DIRECT_CODES = ["expired_card", "incorrect_cvc"];

/** Stripe's error for a declined card. */
export const buildDecline = (reason: string) => ({
  code: DIRECT_CODES.includes(reason) ? reason : "card_declined",
  decline_code: reason,
  message: DECLINE_MESSAGES[reason] ?? "Your card was declined.",
});
