/** Where CloudWatch keeps what we count ourselves, by stage. */
export const METRIC_NAMESPACE = "Ochre";

/** Dimension of every metric, and a field of every line of a function's log. */
export const METRIC_DIMENSION = "stage";

/** The same of functions: their logger writes it by that name. */
export const FUNCTION_DIMENSION = "service";

/** Calls that a function answered with 500, which Lambda doesn't count as errors: by function, for its own alarm. */
export const FAILED_CALLS = "FailedCalls";

/** Metrics of functions and commands that AWS doesn't have; each has an alarm. */
export const METRICS = [
  /** The plain page was answered instead of a rendered one. */
  "PagesNotRendered",
  /** The provider of mail refuses or limits the account: the mail waits. */
  "MailsDeferred",
  /** A mail that nobody will try to send again. */
  "MailsGivenUp",
  /** The provider of log-ins refused a call because the account's quota of calls a second is used up. */
  "IdentityCallsRefused",
  /** A buyer was told that no payment could be made, and it wasn't the seller's account. */
  "PaymentsNotStarted",
  /** A buyer got a file that doesn't name its licence, because writing it failed. */
  "FilesWithoutLicense",
  /** The operators' key at the payment provider lacks a right, so that part of the site says so in its place. */
  "PaymentRightsMissing",
  /** Money that should have moved at the payment provider and didn't. */
  "MoneyNotMoved",
  /** A message that is signed as the payment provider's, and isn't its. */
  "WebhooksRefused",
  /** A paid order that none of the payment provider's messages had reached ten minutes later. */
  "OrdersWithoutWebhook",
  /** Orders in which our books and the payment provider's differ. */
  "LedgerDifferences",
  /** An item of the table that isn't as the code expects, which a list left out. */
  "ItemsUnreadable",
  /** A call of the API that was answered with 429, by a function or by the stage's throttle. */
  "CallsRefused",
  /** A script of a page threw, or couldn't be loaded. */
  "ScriptErrors",
] as const;

/** Metrics without an alarm, for reading only. */
export const STATISTICS = [
  /** First pages of searches for artwork, without filters, that found nothing; what was searched for is kept nowhere. */
  "SearchesWithoutResults",
] as const;

export type CountedMetric = (typeof METRICS)[number] | (typeof STATISTICS)[number];
