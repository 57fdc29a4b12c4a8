/**
 * Payment methods that settle at once, by Stripe's names; Apple Pay and Google Pay are cards. Stripe offers those that are
 * enabled for platform and seller and accept US dollars, which iDEAL and Bancontact don't.
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
