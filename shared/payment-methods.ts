/**
 * Payment methods that settle at once, by Stripe's names; Apple Pay and Google Pay are cards. Stripe offers those of them
 * that are switched on for the platform and its seller, and that take US dollars: iDEAL and Bancontact take euros only.
 */
export const PAYMENT_METHODS = [
  "card",
  "link",
  "amazon_pay",
  "cashapp",
  "klarna",
  "paypal",
  "ideal",
  "bancontact",
] as const;
