/**
 * Bounds of the product that code, forms and texts share. Sizes are in bytes. Lengths of texts are in characters
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
  artworkAlt: { max: 300 },
  /** `max`: characters of each tag. */
  artworkTags: { count: 12, max: 30 },
  /** Whole dollars. */
  price: { min: 10, max: 1000 },
  /** Cents. */
  licensePrice: { min: 0, max: 100_000 },
  /** Works, whole dollars for each, characters of the artist's own terms, and days that it is valid. */
  offer: { items: 20, price: { min: 10, max: 10_000 }, terms: 1000, days: { min: 1, max: 30 } },
  /** Cents: the sum of an offer's prices. */
  soldPrice: { max: 20_000_000 },
  /** A buyer's request for an offer: characters of a fact and of the details, and the budget in whole dollars. */
  offerRequest: { fact: 200, details: 1000, budget: { min: 1, max: 1_000_000 } },
  artworkFile: { maxBytes: 10_485_760, minWidth: 1024, minHeight: 1024 },
  avatarFile: { maxBytes: 1_048_576, width: 100, height: 100 },
  /** Quotas of an account's uploads: open presigned forms, pictures that aren't used yet, and bytes announced per UTC day. */
  uploads: { open: 20, unpublished: 100, bytesPerDay: 1_073_741_824 },
  /** Decoded pixels of an upload; prevents decompression bombs. */
  pixels: { max: 100_000_000 },
  /**
   * Bytes of metadata in an upload: an inflated colour profile (a JPEG can't hold more), an inflated text that credits are
   * read from, what is read of IPTC or of one property of XMP, and an EXIF block and a PNG's credit that are kept unchanged.
   */
  embedded: {
    profileBytes: 16 * 1024 * 1024,
    textBytes: 16 * 1024 * 1024,
    propertyBytes: 64 * 1024,
    exifBytes: 65_535,
    creditBytes: 1024,
  },
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
  /** Collections of an account, artworks and members of a collection. */
  collections: { perUser: 100, artwork: 200, members: 10 },
  /** `min`: of a seller's own code. */
  discountCode: { min: 4, max: 50 },
  discountPercent: { max: 100 },
  /** Uses of a seller's code, and artworks that it can be limited to. */
  discountUses: { max: 100_000 },
  discountArtwork: { count: 50 },
  /** Values of one filter. */
  filterValues: 12,
  /** Suggested tags in a form. */
  /** How long an answer of the search engine may take, and after how many seconds a client tries again. */
  search: { milliseconds: 3_000, retryAfter: 5 },
  suggestedTags: 8,
  /** Mediums and tags on the home page. */
  categories: 12,
  /** Covers of categories that operators chose, including those of tags that became rare. */
  categoryCovers: 48,
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
  /** Artists that an account can follow, and works per artist that followers are notified of in a UTC day. */
  followed: { max: 500, noticesPerDay: 3 },
  /** `title` and `text` in characters; artworks of an announcement; announcements in any seven days, and days ahead that one can wait. */
  announcement: { title: 100, text: 1000, artworks: 4, perWeek: 2, daysAhead: 90 },
  reviewRating: { min: 1, max: 5 },
  reviewContent: { max: 300 },
  searchQuery: { max: 100 },
  orderIntent: { length: 27, longest: 255 },
  evidence: { max: 10000 },
  /** Together. Banks get 4.5 MB at most, and a function's request 6 MB with files in base64. */
  evidenceFiles: { maxBytes: 3 * 1024 * 1024 },
  /** Mails, and cases by or against, that operators see of an account. */
  accountMails: 50,
  accountCases: 50,
  /** An account's newest artworks whose cases operators see with it. */
  accountArtwork: 500,
  /** Why an operator acted. */
  operatorReason: { max: 500 },
  operatorRule: { max: 200 },
  /** An answer to a ticket, or an artist's to a takedown. */
  operatorAnswer: { max: 2000 },
  suspensionAnswer: { max: 2000 },
  /** Groups of synonyms, and characters of each. */
  synonyms: { groups: 500, max: 200 },
  /** Refused calls on an account's page of the administration. */
  refusals: 20,
  /** Entries on a page of the audit log. */
  logPage: 50,
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

/**
 * Searches that found nothing: days counted, words shown, visitors on all days from which words are shown, and buckets that
 * tell a day's visitors apart.
 */
export const MISSES = { days: 30, shown: 50, least: 5, buckets: 64 } as const;

/** Fees of buyer and seller: a share of the price in basis points, and a fixed part in cents. */
export const FEES = {
  buyer: { basisPoints: 500, fixedCents: 235 },
  seller: { basisPoints: 1500, fixedCents: 0 },
} as const;
