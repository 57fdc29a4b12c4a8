/** CloudWatch namespace of our own metrics. */
export const METRIC_NAMESPACE = "Ochre";

/** Dimension of every metric, and field of every log line. */
export const METRIC_DIMENSION = "stage";

/** The function's name, as the logger writes it. */
export const FUNCTION_DIMENSION = "service";

/** Responses with status 500, which Lambda doesn't count as errors; by function, each with an alarm. */
export const FAILED_CALLS = "FailedCalls";

/** Our own metrics with an alarm each. */
export const METRICS = [
  /** The plain page was answered instead of a rendered one. */
  "PagesNotRendered",
  /** The mail provider refused or throttled the account; mail waits. */
  "MailsDeferred",
  /** A mail that is no longer retried. */
  "MailsGivenUp",
  /** Cognito refused a call because of the account's rate quota. */
  "IdentityCallsRefused",
  /** A payment couldn't be started, for a reason other than the seller's account. */
  "PaymentsNotStarted",
  /** A file was sold without its licence's metadata, because writing it failed. */
  "FilesWithoutLicense",
  /** Our Stripe key lacks a permission, which a page of the site reports. */
  "PaymentRightsMissing",
  /** A transfer at Stripe that should have happened and didn't. */
  "MoneyNotMoved",
  /** A webhook message whose Stripe signature is invalid. */
  "WebhooksRefused",
  /** A paid order that no Stripe webhook reached within ten minutes. */
  "OrdersWithoutWebhook",
  /** Orders in which our books and Stripe's differ. */
  "LedgerDifferences",
  /** A malformed item of the table, which a list left out. */
  "ItemsUnreadable",
  /** A call answered with 429, by a function or the stage's throttling. */
  "CallsRefused",
  /** A script of a page threw or failed to load. */
  "ScriptErrors",
] as const;

/** Our own metrics of stages with OpenSearch. */
export const SEARCH_METRICS = [
  /** A search answered with 503, because the collection was waking up or away. */
  "SearchesWaking",
  /** A write that the engine which is being prepared didn't take. */
  "SearchWritesMissed",
] as const;

/** Metrics without an alarm. */
export const STATISTICS = [
  /** First pages of unfiltered artwork searches without results; queries aren't stored. */
  "SearchesWithoutResults",
] as const;

export type CountedMetric = (typeof METRICS)[number] | (typeof SEARCH_METRICS)[number] | (typeof STATISTICS)[number];
