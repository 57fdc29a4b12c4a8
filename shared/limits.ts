/**
 * Every number of the product that code, forms and texts share. Sizes are in bytes. Lengths of texts are in characters
 * (`countCharacters`); those of names, codes, addresses and passwords in UTF-16 units.
 */
export const LIMITS = {
  username: { min: 5, max: 25 },
  email: { max: 320 },
  /** Tokens, names or ids that are looked up. A table key holds 1,024 bytes, and a character has up to four. */
  lookedUp: { max: 255 },
  /** A path of the site with its query. */
  returnPath: { max: 500 },
  password: { min: 10, max: 300 },
  fullName: { max: 70 },
  userDescription: { max: 150 },
  /** `length`: of each link, as browsers normalize it. */
  profileLinks: { count: 5, length: 200 },
  pinnedArtwork: { count: 6 },
  country: { length: 2 },
  artworkTitle: { max: 70 },
  artworkDescription: { max: 300 },
  /** `max`: characters of each tag. */
  artworkTags: { count: 12, max: 30 },
  /** Whole dollars. */
  price: { min: 10, max: 1000 },
  /** Cents. */
  licensePrice: { min: 0, max: 100_000 },
  artworkFile: { maxBytes: 10_485_760, minWidth: 1024, minHeight: 1024 },
  avatarFile: { maxBytes: 1_048_576, width: 100, height: 100 },
  /** Quotas of an account's uploads: open presigned forms, pictures that aren't used yet, and bytes announced per UTC day. */
  uploads: { open: 20, unpublished: 100, bytesPerDay: 1_073_741_824 },
  /** Decoded pixels of an upload; prevents decompression bombs. */
  pixels: { max: 100_000_000 },
  /**
   * Bytes of metadata in an upload: an inflated colour profile (a JPEG can't hold more), an inflated text that credits are
   * read from, and an EXIF block and a PNG's credit that are kept unchanged.
   */
  embedded: { profileBytes: 16 * 1024 * 1024, textBytes: 16 * 1024 * 1024, exifBytes: 65_535, creditBytes: 1024 },
  /** Characters of each credit in previews and sold files: artist's name, copyright notice and credit line. */
  pictureCredit: { max: 500 },
  billing: { name: 35, address: 300, zip: 12, city: 100, country: 2 },
  /** As typed; `sellerAddress` has several lines. */
  vatNumber: { max: 30 },
  billingReference: { max: 50 },
  sellerAddress: { max: 300 },
  /** Receipts, invoices and credit notes in a year's ZIP. */
  documentArchive: { max: 500 },
  /** `perWindow`: comments and replies of one person within `window` seconds. `repliesShown`: replies listed with their comment. */
  comment: { max: 300, perWindow: 60, window: 10 * 60, repliesShown: 5 },
  /** `unanswered`: messages of one side before the other first writes. `preview`: characters shown in lists and mails. */
  message: { max: 2000, unanswered: 3, preview: 200 },
  collectionTitle: { max: 80 },
  collectionDescription: { max: 500 },
  /** Collections of an account, and artworks of a collection. */
  collections: { perUser: 100, artwork: 200 },
  /** `min`: of a seller's own code. */
  discountCode: { min: 4, max: 50 },
  discountPercent: { max: 100 },
  /** Uses of a seller's code, and artworks that it can be limited to. */
  discountUses: { max: 100_000 },
  discountArtwork: { count: 50 },
  /** Values of one filter. */
  filterValues: 12,
  /** Suggested tags in a form. */
  suggestedTags: 8,
  /** Mediums and tags on the home page. */
  categories: 12,
  /** Tags beside or instead of search results. */
  relatedTags: 8,
  /** Similar works on an artwork's page, and further works of its artist. */
  similar: 12,
  /** Originals listed for a copied picture: several people may have published it. */
  copies: 3,
  /** Suggestions below the search box. */
  suggestions: { artwork: 4, users: 3, tags: 3 },
  licenseCompany: { max: 100 },
  licenseParty: { max: 70 },
  licenseFingerprint: { bytes: 20, length: 40 },
  /** A certificate's PDF has some 200 KB. */
  certificateFile: { maxBytes: 1_048_576 },
  /** A picture that the verifier reads in the browser. */
  checkedPicture: { maxBytes: 52_428_800 },
  licenseIdentifier: { bytes: 10, length: 20 },
  /** Artists that an account can follow, and works per artist announced to followers in a UTC day. */
  followed: { max: 500, announcedPerDay: 3 },
  reviewRating: { min: 1, max: 5 },
  reviewContent: { max: 300 },
  searchQuery: { max: 100 },
  orderIntent: { length: 27, longest: 255 },
  evidence: { max: 10000 },
  ticketTitle: { max: 100 },
  ticketBody: { max: 1000 },
  noticeReason: { max: 1000 },
  noticeLink: { max: 2000 },
  embedUrl: { max: 2000 },
  /** Payouts on a seller's page. */
  payouts: 20,
  /** Saved cards in the settings and in the payment form: Stripe's largest page. */
  savedPaymentMethods: 100,
  offeredPaymentMethods: 10,
  /** Below ZIP's 32-bit limit, which every program supports, and S3's for a single call. */
  dataExport: { maxBytes: 4_000_000_000, attempts: 3 },
  /** Open connections per user (one per tab) and per source address (an office shares one). */
  connections: { user: 30, address: 200 },
  /** Sessions listed in the settings. */
  sessions: 50,
  /** Waiting accounts of an address that get their link again when the request names none. */
  waitingSignups: 3,
  /** Browsers that an account remembers; the least recently used is dropped. */
  knownBrowsers: 10,
  /**
   * Passkeys of an account; characters of a name; bytes and characters of what a browser sends, in base64url; characters of
   * the user handle, which WebAuthn limits to 64 bytes.
   */
  passkey: { perAccount: 10, name: 50, maxBytes: 20_000, maxTransport: 30, maxHandle: 86 },
  /** Codes, groups of characters per code, and characters read of a typed one. */
  recoveryCodes: { count: 10, groups: 6, groupLength: 4, maxTyped: 40 },
  /** Accounts with a token in a browser's cookie, and characters of it that are parsed. */
  browserCookie: { accounts: 5, maxLength: 400 },
} as const;

/** Items on a page of a list, unless the caller asks otherwise. */
export const PAGE = { min: 1, max: 50, standard: 20, notifications: 5, search: 10 } as const;

/**
 * Works of a home page strip: shown, chosen by operators, read from the popularity list, and examined to find those that are
 * shown.
 */
export const STRIP = { shown: 8, curated: 24, ranked: 60, considered: 36 } as const;

/** Days of a dashboard selection. */
export const SELECTION = { standardDays: 30, maxDays: 366 } as const;

/**
 * `perAddress`: views of a page per address and day, whatever the number of browsers. `best`: top works shown for a range,
 * from `considered` candidates, since some may be deleted. `recentDays`: of the count on an artwork's page.
 */
export const AUDIENCE = { perAddress: 16, best: 8, considered: 12, recentDays: 30 } as const;

/** Lifetimes in seconds. */
export const LIFETIMES = {
  /** A repeated call with the same `Idempotency-Key` has no further effect for this long. */
  repeat: 24 * 60 * 60,
  accessToken: 15 * 60,
  refreshToken: 30 * 24 * 60 * 60,
  /** A rotated refresh token stays valid this long, so that two tabs may refresh at once. */
  refreshGrace: 10,
  /** A refresh token whose answer was lost is accepted once more within this, Cognito's maximum. */
  refreshRetry: 60,
  /** An account knows a browser this long after its latest log-in. */
  knownBrowser: 180 * 24 * 60 * 60,
  /** A username and an address wait this long for their link. */
  verificationLink: 24 * 60 * 60,
  resetLink: 30 * 60,
  /** Time in which the former address can undo a change of e-mail. */
  emailUndo: 24 * 60 * 60,
  /** A reset that crashed can be repeated with the same link after this; longer than a function's timeout. */
  resetAttempt: 15,
  /** Links are mailed within seconds; a request that keeps failing is dropped after this. */
  mailRequest: 24 * 60 * 60,
  /** A crashed sign-up releases its name after this. */
  unfinishedSignup: 2 * 60,
  /** A log-in waits this long for its second factor, and a passkey challenge is valid this long. */
  factorChallenge: 5 * 60,
  /** A proof of the owner stays valid for the session this long. */
  factorProof: 10 * 60,
  /** An authenticator app's secret waits this long for its first code. */
  pendingTotp: 10 * 60,
  upload: 10 * 60,
  /** Uploads that no artwork uses are deleted after this. */
  unusedMedia: 24 * 60 * 60,
  originalLink: 60,
  paymentLock: 30 * 60,
  /** Age at which an unsettled order is first checked; doubles after each failure, up to a day. */
  settlement: 10 * 60,
  longestSettlement: 24 * 60 * 60,
  /** Connections that haven't authenticated by then are closed. */
  unauthenticatedSocket: 10,
  /** API Gateway ends every connection after two hours. */
  socket: 2 * 60 * 60,
  /** A notification expires this long after it was read; unread ones are kept. */
  readNotification: 365 * 24 * 60 * 60,
  /**
   * A removed favourite is kept this long: cursors stay valid, and adding it again restores its date. Longer than a favourite
   * counts for recent popularity.
   */
  formerFavorite: 29 * 24 * 60 * 60,
  /** An ended follow is kept this long as a cursor of the list. */
  formerFollow: 24 * 60 * 60,
  /** The same message to the operators within this counts as one. */
  sameMessage: 24 * 60 * 60,
  /** Retention of a report; its sender is informed of decisions, and its number opens the reported conversation. */
  notice: 365 * 24 * 60 * 60,
  /** Retention of processed event ids; longer than failed events are retried. */
  processedEvent: 30 * 24 * 60 * 60,
  auditEntry: 365 * 24 * 60 * 60,
  /** A data export can be downloaded this long, and requested again after `dataExportPause`. */
  dataExport: 7 * 24 * 60 * 60,
  dataExportPause: 24 * 60 * 60,
  /** One that isn't ready after this has failed. */
  dataExportWait: 60 * 60,
} as const;

/**
 * Rate limits: `count` calls in `seconds`, per source address and per signed-in account. Offices share an address, so its
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
  /** Logging out everywhere else, counted the same way. */
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
  review: { count: 300, seconds: 60 * 60 },
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
 * Rate limits by address for public calls: counted by the account or e-mail that a call names, strangers could use up the
 * owner's share.
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
  recognition: { count: 60, seconds: 60 },
} as const;

/**
 * Wrong passwords per account: at most `count` until `quiet` seconds pass without one; correct ones don't count. Cognito
 * locks a user after five failures and forgets them after 15 quiet minutes, so strangers get fewer attempts and a longer wait
 * than that.
 */
export const PASSWORD_ATTEMPTS = {
  /** All of them together, whatever their addresses. */
  unknownBrowsers: { count: 3, quiet: 16 * 60 },
  /** Each by itself. */
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
  summary: 24 * 60 * 60,
} as const;

/** Mails of one kind that others cause to one person; a summary after the window covers further ones. */
export const RECEIVED_MAILS = { count: 3, seconds: 60 * 60 } as const;

/** Mails to an e-mail address that accounts name: per account, and all together. */
export const TARGET_THROTTLES = {
  emailChange: { each: { count: 3, seconds: 60 * 60 }, together: { count: 10, seconds: 60 * 60 } },
} as const;

/** Mails to one address caused by one source address, where each has another subject. */
export const MAIL_SHARES = {
  signup: { count: 5, seconds: 60 * 60 },
  resend: { count: 5, seconds: 60 * 60 },
} as const;

/** Seconds to wait after a refusal, where nothing better is known. */
export const RETRY_AFTER = 60;

/** Cache lifetimes at the edge and in other shared caches, in seconds. */
export const CACHING = {
  /** Seconds to serve a copy as fresh, then while revalidating, then on errors. */
  page: { fresh: 60, whileRevalidating: 10 * 60, ifError: 24 * 60 * 60 },
  /** Polled by every open page of an artwork. */
  commentChanges: { fresh: 3 },
  /** Something may be published there at any moment. */
  missingPage: { fresh: 10 },
  /** Embeds of an artwork on other sites; withdrawn previews disappear sooner. */
  embed: { fresh: 60 * 60 },
  sitemap: { fresh: 60 * 60, whileRevalidating: 24 * 60 * 60, ifError: 24 * 60 * 60 },
} as const;

/** Fees of buyer and seller: a share of the price in basis points, and a fixed part in cents. */
export const FEES = {
  buyer: { basisPoints: 500, fixedCents: 235 },
  seller: { basisPoints: 1500, fixedCents: 0 },
} as const;

/** Sizes and durations of the site, in pixels and milliseconds. */
export const DISPLAY = {
  artworkWidth: 640,
  /** Largest ratio of width to height of a picture's frame in a list. */
  artworkRatio: 4,
  avatarSize: 100,
  /** Ratio of width to height of the avatar cropper. */
  avatarRatio: 1.5,
  notificationsHeight: 400,
  toastMs: 2500,
  largeContainer: 2600,
  smallContainer: 768,
  mobileTable: 959.95,
  radius: 20,
  dateFormat: "dd/MM/yy HH:mm",
  longDateFormat: "dd MMMM yyyy, HH:mm",
  dayFormat: "d MMMM yyyy",
  /** For sentences, where day and month could otherwise be confused. */
  momentFormat: "d MMM yyyy, HH:mm",
  shortDayFormat: "d MMM yyyy",
  monthFormat: "MMMM yyyy",
  theme: "dark",
  /** Columns of a grid, from the widest window to the narrowest. */
  gridColumns: [5, 4, 3, 2, 1],
  /** Height of a loading skeleton, on windows of medium width and above, and on narrower ones. */
  skeleton: { wide: { min: 60, max: 120 }, narrow: { min: 120, max: 280 } },
} as const;

export const COOKIES = {
  session: "jid",
  browser: "browser",
  login: "login",
  consent: "consent",
  theme: "theme",
  returning: "returning",
  mature: "mature",
} as const;

/** Widths of previews, in pixels. */
export const PREVIEW_WIDTHS = [320, DISPLAY.artworkWidth, 1280, 2560] as const;

/** The widest public preview of paid artwork, unless its watermark is strong. */
export const WIDEST_GUARDED = 1280;

/** Sides of an avatar's squares in pixels, for normal and double density. */
export const AVATAR_WIDTHS = [100, 200] as const;
