import { LIMITS } from "./limits.ts";

/**
 * Rate limits: `count` calls in `seconds`, per source IP address and per signed-in account. Offices share an address, so its
 * limit is generous.
 */
export const THROTTLES = {
  /** A person's messages to the operators. */
  ticket: { address: { count: 60, seconds: 60 * 60 }, account: { count: 10, seconds: 60 * 60 } },
  /** After the password was proven. */
  emailChange: { address: { count: 60, seconds: 15 * 60 }, account: { count: 10, seconds: 60 * 60 } },
  /** Valid discount codes count too; otherwise they would pay for guessing others. */
  discount: { address: { count: 120, seconds: 15 * 60 }, account: { count: 20, seconds: 15 * 60 } },
  /** Ending single sessions, counted per session: a stolen one could otherwise end each new session of the owner. */
  endSession: { address: { count: 120, seconds: 60 * 60 }, account: { count: 20, seconds: 60 * 60 } },
  /** Logging out everywhere else, counted per session too. */
  endOthers: { address: { count: 60, seconds: 60 * 60 }, account: { count: 5, seconds: 60 * 60 } },
} as const;

/**
 * Rate limits per signed-in account. Every call of a route with `throttled` counts, even without a change: the table's stream
 * follows up every write, so a loop would cause endless work. Nobody reaches these by hand.
 */
export const ACCOUNT_THROTTLES = {
  /** Publishing, changing, showing, hiding and deleting artwork, each of which rewrites lists of the search index. */
  artwork: { count: 1000, seconds: 60 * 60 },
  /** Comparing an upload with all published pictures. */
  comparison: { count: 300, seconds: 60 * 60 },
  favorite: { count: 2000, seconds: 60 * 60 },
  /** Following, unfollowing, and switching notifications. */
  follow: { count: 1000, seconds: 60 * 60 },
  /** Each drag within a collection is a call. */
  collection: { count: 1500, seconds: 60 * 60 },
  /** Invitations to collections, each of which notifies somebody. */
  invitation: { count: 50, seconds: 24 * 60 * 60 },
  review: { count: 300, seconds: 60 * 60 },
  /** Writing, editing and deleting announcements. */
  announcement: { count: 60, seconds: 60 * 60 },
  /** Creating and ending discount codes; the answer "taken" must not allow guessing others' codes. */
  discountCode: { count: 60, seconds: 24 * 60 * 60 },
  /** Calculating tax, which the payment provider charges for. */
  tax: { count: 200, seconds: 60 * 60 },
  /** Messages to other people; of those, new threads about artwork in all and with one artist. */
  message: { count: 200, seconds: 24 * 60 * 60 },
  thread: { count: 20, seconds: 24 * 60 * 60 },
  threadWithOne: { count: 5, seconds: 24 * 60 * 60 },
  /** Reports of conversations to the operators. */
  notice: { count: 10, seconds: 60 * 60 },
  /** Blocking people and ending it. */
  block: { count: 200, seconds: 24 * 60 * 60 },
  /** Marking notifications and threads read and unread. */
  notification: { count: 1200, seconds: 60 * 60 },
  /** A changed avatar is copied to all of the account's artwork. */
  profile: { count: 300, seconds: 60 * 60 },
  /** Data exports: one a day, plus failed ones. */
  dataExport: { count: 5, seconds: 24 * 60 * 60 },
  /** Opening the payment form with saved cards, and removing those. */
  paymentMethod: { count: 120, seconds: 60 * 60 },
  /** Accounts at the payment provider, which are never removed. */
  sellerAccount: { count: 5, seconds: 24 * 60 * 60 },
} as const;

/**
 * Artists' lists merged into feed pages per account and process: each costs half a read unit, so large feeds are the most
 * expensive reads. Twenty pages of the most artists that one can follow.
 */
export const FEED_ALLOWANCE = { amount: 20 * LIMITS.followed.max, seconds: 10 * 60 } as const;

/**
 * Views accepted per address and process, in memory only: a count in the table would record visitors. Many phones share their
 * network's address.
 */
export const VIEW_ALLOWANCE = { amount: 300, seconds: 60 } as const;

/**
 * Script errors accepted per address and process, likewise in memory. The alarm's threshold is more than twice this, so one
 * address alone can't trigger it, not even across two windows.
 */
export const SCRIPT_ERROR_ALLOWANCE = { amount: 10, seconds: 5 * 60 } as const;

/**
 * Rate limits by IP address for public calls. Counting by the account or e-mail that a call names would let strangers use up
 * the owner's share.
 */
export const ADDRESS_THROTTLES = {
  /** Log-ins and other password checks from browsers unknown to the account; correct ones don't count. */
  password: { count: 60, seconds: 15 * 60 },
  /** Passkey challenges; every page with a log-in requests one. */
  passkey: { count: 200, seconds: 15 * 60 },
  signup: { count: 200, seconds: 60 * 60 },
  resend: { count: 30, seconds: 15 * 60 },
  forgot: { count: 30, seconds: 15 * 60 },
  notice: { count: 20, seconds: 60 * 60 },
  verifier: { count: 20, seconds: 60 },
  /** Codes of links that don't exist; existing ones don't count. */
  linkedCode: { count: 60, seconds: 15 * 60 },
  recognition: { count: 60, seconds: 60 },
} as const;

/**
 * Wrong passwords per account: at most `count` until `quiet` seconds pass without one; correct ones don't count. Cognito
 * locks a user after five failures and forgets them after 15 quiet minutes, so strangers get fewer attempts and a longer wait
 * than that.
 */
export const PASSWORD_ATTEMPTS = {
  /** All unknown browsers together, whatever their IP addresses. */
  unknownBrowsers: { count: 3, quiet: 16 * 60 },
  /** Each known browser separately. */
  knownBrowser: { count: 5, quiet: 15 * 60 },
  signedIn: { count: 5, quiet: 15 * 60 },
  /** Second-factor codes after a correct password, counted apart from passwords. */
  codesOfUnknownBrowsers: { count: 5, quiet: 16 * 60 },
  codesOfKnownBrowser: { count: 5, quiet: 15 * 60 },
  codesSignedIn: { count: 5, quiet: 15 * 60 },
} as const;

/** Least seconds between two mails of a kind to one address; less than the link's lifetime. */
export const MAIL_SPACING = {
  resend: 5 * 60,
  forgot: 5 * 60,
  wrongCodes: 60 * 60,
  /** Of a message or summary that a queue or the stream delivered twice. */
  message: 24 * 60 * 60,
  announcement: 24 * 60 * 60,
  summary: 24 * 60 * 60,
} as const;

/** Mails of one kind that others cause to one person; a summary after the window covers further ones. */
export const RECEIVED_MAILS = { count: 3, seconds: 60 * 60 } as const;

/** Mails to an e-mail address that accounts name: per account, and all together. */
export const TARGET_THROTTLES = {
  emailChange: { each: { count: 3, seconds: 60 * 60 }, together: { count: 10, seconds: 60 * 60 } },
} as const;

/** Mails to one e-mail address caused by one source IP address. */
export const MAIL_SHARES = {
  signup: { count: 5, seconds: 60 * 60 },
  resend: { count: 5, seconds: 60 * 60 },
} as const;

/** Seconds to wait after a refusal, where nothing better is known. */
export const RETRY_AFTER = 60;
