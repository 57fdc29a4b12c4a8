/**
 * Every number of the product that code, forms and texts share. Sizes are in bytes. Lengths of texts count characters as readers do
 * (`countCharacters`), those of names, codes, addresses and passwords units of UTF-16.
 */
export const LIMITS = {
  username: { min: 5, max: 25 },
  email: { max: 320 },
  /** Of a token, name or id that is looked up; the table's keys hold 1,024 bytes, and a character has up to four. */
  lookedUp: { max: 255 },
  /** Of a path of the site with its query; longer ones are returned to by nobody. */
  returnPath: { max: 500 },
  password: { min: 10, max: 300 },
  fullName: { max: 70 },
  userDescription: { max: 150 },
  /** `length`: of each, as browsers spell it. */
  profileLinks: { count: 5, length: 200 },
  pinnedArtwork: { count: 6 },
  country: { length: 2 },
  artworkTitle: { max: 70 },
  artworkDescription: { max: 300 },
  /** `max`: characters of each. */
  artworkTags: { count: 12, max: 30 },
  /** Whole dollars. */
  price: { min: 10, max: 1000 },
  /** Cents. */
  licensePrice: { min: 0, max: 100_000 },
  artworkFile: { maxBytes: 10_485_760, minWidth: 1024, minHeight: 1024 },
  avatarFile: { maxBytes: 1_048_576, width: 100, height: 100 },
  /**
   * Quotas of one account's uploads: presigned forms at once, pictures that nothing uses yet, and bytes announced in a
   * UTC day.
   */
  uploads: { open: 20, unpublished: 100, bytesPerDay: 1_073_741_824 },
  /** Decoded pixels of an upload; keeps a small file from unfolding into gigabytes. */
  pixels: { max: 100_000_000 },
  /**
   * Bytes of what an upload may carry beside its picture: a colour profile once inflated, of which a JPEG holds as much; a text
   * once inflated that credits are read from; an EXIF and a PNG's credit that are kept as they are.
   */
  embedded: { profileBytes: 16 * 1024 * 1024, textBytes: 16 * 1024 * 1024, exifBytes: 65_535, creditBytes: 1024 },
  /** Letters that previews and sold files keep of each: the artist's name, the copyright notice, the credit line. */
  pictureCredit: { max: 500 },
  billing: { name: 35, address: 300, zip: 12, city: 100, country: 2 },
  /** As typed; `sellerAddress` has several lines. */
  vatNumber: { max: 30 },
  billingReference: { max: 50 },
  sellerAddress: { max: 300 },
  /** Receipts, invoices and credit notes that one ZIP of a year holds. */
  documentArchive: { max: 500 },
  /**
   * `perWindow`: how many one person may write within `window` seconds, replies included. `repliesShown`: how many replies
   * come with the comment that they reply to.
   */
  comment: { max: 300, perWindow: 60, window: 10 * 60, repliesShown: 5 },
  /**
   * `unanswered`: how many one side may write before the other has written at all. `preview`: characters that lists and
   * mails show.
   */
  message: { max: 2000, unanswered: 3, preview: 200 },
  collectionTitle: { max: 80 },
  collectionDescription: { max: 500 },
  /** Collections of an account, and artworks of a collection. */
  collections: { perUser: 100, artwork: 200 },
  /** `min`: of a seller's own code. */
  discountCode: { min: 4, max: 50 },
  discountPercent: { max: 100 },
  /** Times that a seller's code can be used, and artworks that it can be for where it isn't for all of them. */
  discountUses: { max: 100_000 },
  discountArtwork: { count: 50 },
  /** Values of one filter at once. */
  filterValues: 12,
  /** Tags that a form suggests at once. */
  suggestedTags: 8,
  /** Mediums and tags that the home page leads to. */
  categories: 12,
  /** Tags beside a search's results, or in their place. */
  relatedTags: 8,
  /** Works that an artwork's page shows as similar, and further ones of its artist. */
  similar: 12,
  /** Works that are named of those that one picture is a copy of: several people may publish it. */
  copies: 3,
  /** Lines below the search box. */
  suggestions: { artwork: 4, users: 3, tags: 3 },
  licenseCompany: { max: 100 },
  licenseParty: { max: 70 },
  licenseFingerprint: { bytes: 20, length: 40 },
  /** A certificate's PDF has some 200 KB. */
  certificateFile: { maxBytes: 1_048_576 },
  /** A picture that the verifier reads in the browser. */
  checkedPicture: { maxBytes: 52_428_800 },
  licenseIdentifier: { bytes: 10, length: 20 },
  /** Artists whom one account follows, and works of an artist that are announced to followers in a UTC day. */
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
  /** Of a seller, on one page. */
  payouts: 20,
  /** Saved cards in the settings, and those that the payment form offers: the most that Stripe gives at once. */
  savedPaymentMethods: 100,
  offeredPaymentMethods: 10,
  /** Below what ZIP names in 32 bits, which every program opens, and what S3 takes in one call. */
  dataExport: { maxBytes: 4_000_000_000, attempts: 3 },
  /** Open connections of a user, each a tab, and of a source address, which an office shares. */
  connections: { user: 30, address: 200 },
  /** Sessions that the settings list. */
  sessions: 50,
  /** Accounts waiting for a link to one address that are mailed theirs again where nobody says which one asks. */
  waitingSignups: 3,
  /** Browsers that an account knows; the one that logged in longest ago goes. */
  knownBrowsers: 10,
  /**
   * Passkeys of an account; characters of a name; bytes and characters of what a browser sends of one, in base64url, and of the user
   * handle, which WebAuthn limits to 64 bytes.
   */
  passkey: { perAccount: 10, name: 50, maxBytes: 20_000, maxTransport: 30, maxHandle: 86 },
  /** Groups of characters in a code, and how much is read of one that was typed. */
  recoveryCodes: { count: 10, groups: 6, groupLength: 4, maxTyped: 40 },
  /** Accounts that a browser keeps a token for, and characters that are looked at. */
  browserCookie: { accounts: 5, maxLength: 400 },
} as const;

/** How many items a page of a list holds unless the caller asks otherwise. */
export const PAGE = { min: 1, max: 50, standard: 20, notifications: 5, search: 10 } as const;

/**
 * Works in a strip of the home page: shown at most, chosen by operators at most, read of the list of popular ones, and looked at
 * for those that are shown.
 */
export const STRIP = { shown: 8, curated: 24, ranked: 60, considered: 36 } as const;

/** Days that the dashboard shows at once. */
export const SELECTION = { standardDays: 30, maxDays: 366 } as const;

/**
 * `perAddress`: views of one page that an address adds on a day, however many browsers it names. `best`: works that are shown as the
 * best of a range, out of so many that are looked at, because some may be deleted. `recentDays`: of the count on an artwork's page.
 */
export const AUDIENCE = { perAddress: 16, best: 8, considered: 12, recentDays: 30 } as const;

/** How long something stays usable, in seconds. */
export const LIFETIMES = {
  /** A call with an `Idempotency-Key`, repeated within this, does nothing more. */
  repeat: 24 * 60 * 60,
  accessToken: 15 * 60,
  refreshToken: 30 * 24 * 60 * 60,
  /** A traded refresh token still works this long, so that two tabs may refresh at once. */
  refreshGrace: 10,
  /** So long it may come back once where its answer was lost, whatever that took; the longest that Cognito allows. */
  refreshRetry: 60,
  /** An account knows a browser this long after its latest log-in. */
  knownBrowser: 180 * 24 * 60 * 60,
  /** A username and an address wait this long for their link. */
  verificationLink: 24 * 60 * 60,
  resetLink: 30 * 60,
  /** The former address can take a changed e-mail back for as long as this. */
  emailUndo: 24 * 60 * 60,
  /** A reset that died halfway may be tried again with the same link after this; longer than a function runs. */
  resetAttempt: 15,
  /** A link that was asked for is mailed within seconds; a request that can't be answered is given up after this. */
  mailRequest: 24 * 60 * 60,
  /** A sign-up that died halfway gives its name back after this. */
  unfinishedSignup: 2 * 60,
  /** A log-in waits this long for its second factor, and a passkey's signature is asked for as long. */
  factorChallenge: 5 * 60,
  /** A session needn't prove again within this that its user is the owner. */
  factorProof: 10 * 60,
  /** An authenticator app's secret waits this long for its first code. */
  pendingTotp: 10 * 60,
  upload: 10 * 60,
  /** An upload that no artwork took is swept after this. */
  unusedMedia: 24 * 60 * 60,
  originalLink: 60,
  paymentLock: 30 * 60,
  /** A paid order whose seller's part isn't settled after this is looked at; after each failure twice as long, up to a day. */
  settlement: 10 * 60,
  longestSettlement: 24 * 60 * 60,
  /** A connection that hasn't authenticated by then is closed. */
  unauthenticatedSocket: 10,
  /** API Gateway ends every connection after two hours. */
  socket: 2 * 60 * 60,
  /** A notification goes this long after it was marked read; an unread one stays. */
  readNotification: 365 * 24 * 60 * 60,
  /**
   * A list of favourites can continue from one that was taken back as long ago as this, and added again it counts as it did: longer
   * than a favourite counts for what is popular lately.
   */
  formerFavorite: 29 * 24 * 60 * 60,
  /** A list of whom one follows can continue from a follow that ended as long ago as this. */
  formerFollow: 24 * 60 * 60,
  /** The same message to the operators, sent again within this, counts as one. */
  sameMessage: 24 * 60 * 60,
  /** How long a notice is kept, whose sender hears of decisions and whose number opens a reported conversation. */
  notice: 365 * 24 * 60 * 60,
  /** How long processed events are remembered; longer than a failed one is retried. */
  processedEvent: 30 * 24 * 60 * 60,
  auditEntry: 365 * 24 * 60 * 60,
  /** A person's archive of their data waits this long for them, and they can ask for one as often as the second says. */
  dataExport: 7 * 24 * 60 * 60,
  dataExportPause: 24 * 60 * 60,
  /** One that isn't ready after this has failed. */
  dataExportWait: 60 * 60,
} as const;

/**
 * How often something may be tried: `count` times in `seconds`, by one source address and by one signed-in account.
 * An office shares an address, so its share is generous.
 */
export const THROTTLES = {
  /** Messages of a person to the operators. */
  ticket: { address: { count: 60, seconds: 60 * 60 }, account: { count: 10, seconds: 60 * 60 } },
  /** By whose password was proven. */
  emailChange: { address: { count: 60, seconds: 15 * 60 }, account: { count: 10, seconds: 60 * 60 } },
  /** Discount codes; one that is good counts too, or it would pay for guessing others. */
  discount: { address: { count: 120, seconds: 15 * 60 }, account: { count: 20, seconds: 15 * 60 } },
  /** Ending one session after the other, by each session: a stolen one could end each new one of the owner's. */
  endSession: { address: { count: 120, seconds: 60 * 60 }, account: { count: 20, seconds: 60 * 60 } },
  /** The same by logging out everywhere else. */
  endOthers: { address: { count: 60, seconds: 60 * 60 }, account: { count: 5, seconds: 60 * 60 } },
} as const;

/**
 * The same by the signed-in account alone. Of what a contract names, each call counts, also one that changes nothing: every
 * change is followed up by the table's stream, and a loop of them would be followed up for ever. No person gets there.
 */
export const ACCOUNT_THROTTLES = {
  /** Publishing, changing, showing, hiding and deleting artwork, each of which rewrites lists of the search index. */
  artwork: { count: 1000, seconds: 60 * 60 },
  /** Comparing an upload with all published pictures. */
  comparison: { count: 300, seconds: 60 * 60 },
  favorite: { count: 2000, seconds: 60 * 60 },
  /** Following, ending it, and switching notifications. */
  follow: { count: 1000, seconds: 60 * 60 },
  /** Each drag within a collection is a call. */
  collection: { count: 1500, seconds: 60 * 60 },
  review: { count: 300, seconds: 60 * 60 },
  /** Making and ending discount codes; a code that is taken says so, which must not be a way to guess others. */
  discountCode: { count: 60, seconds: 24 * 60 * 60 },
  /** Calculating tax, which the payment provider charges for. */
  tax: { count: 200, seconds: 60 * 60 },
  /** Messages to other people, and how many of those may start a thread about an artwork: in all, and with one artist. */
  message: { count: 200, seconds: 24 * 60 * 60 },
  thread: { count: 20, seconds: 24 * 60 * 60 },
  threadWithOne: { count: 5, seconds: 24 * 60 * 60 },
  /** Reports of conversations to the operators. */
  notice: { count: 10, seconds: 60 * 60 },
  /** Blocking people and ending it. */
  block: { count: 200, seconds: 24 * 60 * 60 },
  /** Marking notifications and threads read and unread. */
  notification: { count: 1200, seconds: 60 * 60 },
  /** A picture of oneself goes to all of one's artwork. */
  profile: { count: 300, seconds: 60 * 60 },
  /** Archives of one's own data: one a day, and those that failed. */
  dataExport: { count: 5, seconds: 24 * 60 * 60 },
  /** Opening the payment form with one's saved cards, and removing those. */
  paymentMethod: { count: 120, seconds: 60 * 60 },
  /** Accounts at the payment provider, which are never removed. */
  sellerAccount: { count: 5, seconds: 24 * 60 * 60 },
} as const;

/**
 * Artists whose lists one process merges into pages of one account's feed: half a read unit each, which makes a feed of many the
 * dearest that there is to read. Twenty pages of as many artists as one can follow.
 */
export const FEED_ALLOWANCE = { amount: 20 * LIMITS.followed.max, seconds: 10 * 60 } as const;

/**
 * Views that one process takes of an address, in memory alone: a count in the table would say that somebody was here. Many phones
 * share an address of their network.
 */
export const VIEW_ALLOWANCE = { amount: 300, seconds: 60 } as const;

/**
 * Errors of scripts that one process takes of an address, likewise. Their alarm rings above twice as many, which an address alone
 * doesn't reach, not even where two windows meet.
 */
export const SCRIPT_ERROR_ALLOWANCE = { amount: 10, seconds: 5 * 60 } as const;

/**
 * The same for calls that anyone may make, by address alone: counted by the account or e-mail that such a call names,
 * strangers could use up what its owner needs.
 */
export const ADDRESS_THROTTLES = {
  /** Log-ins and other proofs of a password from browsers that the account doesn't know; a right one doesn't count. */
  password: { count: 60, seconds: 15 * 60 },
  /** Challenges for passkeys of anyone's; a page that can log in asks for one. */
  passkey: { count: 200, seconds: 15 * 60 },
  signup: { count: 200, seconds: 60 * 60 },
  resend: { count: 30, seconds: 15 * 60 },
  forgot: { count: 30, seconds: 15 * 60 },
  notice: { count: 20, seconds: 60 * 60 },
  verifier: { count: 20, seconds: 60 },
  recognition: { count: 60, seconds: 60 },
} as const;

/**
 * How many wrong passwords an account takes, `count` until nobody tried for `quiet` seconds; a right one doesn't count.
 * The identity provider locks a user out at the fifth failure and forgets failures after 15 quiet minutes: strangers
 * stay below the one and wait longer than the other.
 */
export const PASSWORD_ATTEMPTS = {
  /** Together, whatever their addresses. */
  unknownBrowsers: { count: 3, quiet: 16 * 60 },
  /** Each by itself. */
  knownBrowser: { count: 5, quiet: 15 * 60 },
  signedIn: { count: 5, quiet: 15 * 60 },
  /** Codes of a second factor, after a right password, counted apart from passwords by the same callers. */
  codesOfUnknownBrowsers: { count: 5, quiet: 16 * 60 },
  codesOfKnownBrowser: { count: 5, quiet: 15 * 60 },
  codesSignedIn: { count: 5, quiet: 15 * 60 },
} as const;

/** A mail that anyone may ask for, or bring about, goes to an address once in this many seconds, less than its link lives. */
export const MAIL_SPACING = {
  resend: 5 * 60,
  forgot: 5 * 60,
  wrongCodes: 60 * 60,
  /** Of one message, or one summary, that a queue or the stream delivered twice. */
  message: 24 * 60 * 60,
  summary: 24 * 60 * 60,
} as const;

/** Mails of one kind to one person that others cause by writing. A summary after the window tells of all further ones. */
export const RECEIVED_MAILS = { count: 3, seconds: 60 * 60 } as const;

/** How many mails accounts send to an e-mail that they name: each of them, and all together. */
export const TARGET_THROTTLES = {
  emailChange: { each: { count: 3, seconds: 60 * 60 }, together: { count: 10, seconds: 60 * 60 } },
} as const;

/** How many mails to one address a source address causes, where each is about something else. */
export const MAIL_SHARES = {
  signup: { count: 5, seconds: 60 * 60 },
  resend: { count: 5, seconds: 60 * 60 },
} as const;

/** Seconds that a refused caller waits, where nothing better is known. */
export const RETRY_AFTER = 60;

/** How long copies of pages are kept between us and the browser, in seconds. */
export const CACHING = {
  /** Served as it is, then served once more while a new one is made, and served while none can be made. */
  page: { fresh: 60, whileRevalidating: 10 * 60, ifError: 24 * 60 * 60 },
  /** How often comments changed, which every open page asks for: the edge answers for all who ask within this. */
  commentChanges: { fresh: 3 },
  /** Something may be published there at any moment. */
  missingPage: { fresh: 10 },
  /** Embeds of an artwork on other sites; withdrawn previews disappear sooner. */
  embed: { fresh: 60 * 60 },
  sitemap: { fresh: 60 * 60, whileRevalidating: 24 * 60 * 60, ifError: 24 * 60 * 60 },
} as const;

/** Fees of each side of a sale: a share of the price, in basis points, and a fixed part, in cents. */
export const FEES = {
  buyer: { basisPoints: 500, fixedCents: 235 },
  seller: { basisPoints: 1500, fixedCents: 0 },
} as const;

/** Sizes and durations of the site, in pixels and milliseconds. */
export const DISPLAY = {
  artworkWidth: 640,
  /** Width of the widest frame of a picture in a list, divided by its height. */
  artworkRatio: 4,
  avatarSize: 100,
  /** Width of the stage on which a picture of oneself is cropped, divided by its height. */
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
  /** In sentences, where the order of day and month could be taken for another one. */
  momentFormat: "d MMM yyyy, HH:mm",
  shortDayFormat: "d MMM yyyy",
  monthFormat: "MMMM yyyy",
  theme: "dark",
  /** Most pictures in a row of a grid, from the widest window to the narrowest. */
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

/** Widths of the pictures made from an upload, in pixels. */
export const PREVIEW_WIDTHS = [320, DISPLAY.artworkWidth, 1280, 2560] as const;

/** The widest preview that everyone sees of artwork that costs money, but for a strong watermark. */
export const WIDEST_GUARDED = 1280;

/** Sides of the squares made from an avatar, in pixels: as shown, and for screens of twice the density. */
export const AVATAR_WIDTHS = [100, 200] as const;
