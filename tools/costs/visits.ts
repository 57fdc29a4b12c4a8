/** Bytes and requests of a page as a browser that was never here loads it; README.md's table of Lighthouse's figures. */
export interface PageLoad {
  readonly kilobytes: number;
  readonly requests: number;
}

/** What one use takes. Units of the table are what docs/data-model.md says of it. */
export interface Use {
  /** What it is, as a reader sees it. */
  readonly what: string;
  /** How often it happens in a thousand visits. */
  readonly perThousand: number;
  /** Rows of docs/data-model.md that its units come from. */
  readonly rows: readonly string[];
  /** Calls of the API, each of which is one invocation. */
  readonly calls: number;
  readonly reads: number;
  /** Write units of the tables, transactions counted twice. */
  readonly writes: number;
  /** Writes of the tables' indexes that follow from them. */
  readonly indexWrites?: number;
  /** Items that change, each of which the table's stream hands on. */
  readonly changes?: number;
  /** Pictures that a browser loads, beyond those of the page that it came to. */
  readonly pictures?: { readonly count: number; readonly kilobytes: number };
  readonly mails?: number;
  /** Requests that the edge answers with a copy. */
  readonly edgeOnly?: number;
  /** Seconds of a gigabyte beyond what a call takes. */
  readonly gigabyteSeconds?: number;
  /** Files written, and what stays stored. */
  readonly files?: { readonly count: number; readonly megabytes: number };
  /** Minutes that a socket is open, and its messages. */
  readonly socket?: { readonly minutes: number; readonly messages: number };
}

/** Of visits: how many are of somebody signed in, how often such a person comes in a month, and how many come by phone. */
export const VISITORS = { signedIn: 0.2, visitsOfOne: 5, byPhone: 0.6 } as const;

/** Where visits begin, and what drawing that page reads. */
export const ARRIVALS = [
  {
    path: "/",
    share: 0.4,
    rows: ["The curated strip, 8 cards", "The strip of what is popular lately, 8 cards"],
    reads: 14,
  },
  { path: "/artwork/{id}", share: 0.4, rows: ["A page of an artwork, rendered"], reads: 7 },
  { path: "/search", share: 0.2, rows: ["A page of 20 cards, newest"], reads: 7 },
] as const;

/** Of pages that a server draws, how many no copy at the edge answers: a share between few visitors' and many's. */
export const DRAWN = 0.8;

const signedIn = VISITORS.signedIn * 1000;

/** Read units of every call with a token, which looks up user and session. */
export const SESSION_CHECK_READS = 2;

/** Seconds that a call takes a function of 1 GB, and that drawing a page takes one. */
export const SECONDS = { call: 0.06, page: 0.2, record: 0.02 } as const;

/** Readers of the table's stream, each of which is called about a change that concerns it: about one and a half of two. */
export const READERS = 1.5;

/** Kilobytes of log lines: a call writes its access, its start and end, and what its code says. */
export const LOGGED_KILOBYTES = 2;

/** Kilobytes of an answer of the API, compressed. */
export const ANSWER_KILOBYTES = 3;

/** Everything that visitors do after they came. How often is assumed; units are those of docs/data-model.md, with entries of the audit log. */
export const USES: readonly Use[] = [
  {
    what: "An artwork looked at: page, comments, reviews, similar works",
    perThousand: 2000,
    rows: ["An artwork's page", "A page of comments", "Artwork like another, 12 at most"],
    calls: 4,
    // Three of the calls look for a session, and whether the artist is followed.
    reads: 9 + VISITORS.signedIn * (3 * SESSION_CHECK_READS + 1),
    writes: 0,
    pictures: { count: 13, kilobytes: 220 },
    // An open page asks every few seconds whether its comments changed; the edge answers for all who do.
    edgeOnly: 6,
  },
  {
    what: "A list or search looked at, 20 cards",
    perThousand: 1500,
    rows: ["A page of 20 cards, newest", "A page of 20 cards with a tag"],
    calls: 1,
    reads: 1,
    writes: 0,
    pictures: { count: 20, kilobytes: 260 },
  },
  {
    what: "Suggestions in the search box, per search typed",
    perThousand: 300,
    rows: ["Suggestions in the search box: 4 artworks, 3 artists, 3 tags"],
    calls: 3,
    reads: 9,
    writes: 0,
  },
  {
    what: "A session taken up, with its notifications and its socket",
    perThousand: signedIn,
    rows: ["A page of 5 notifications", "Session that a user's settings list", "Connection of a user"],
    calls: 2,
    reads: 12,
    writes: 12,
    indexWrites: 0,
    changes: 5,
    socket: { minutes: 10, messages: 5 },
  },
  {
    what: "A log-in by password",
    perThousand: signedIn / 10,
    rows: ["Log-in", "Any call that the audit log records, after the rest"],
    calls: 1,
    reads: 7,
    writes: 5,
    changes: 2,
  },
  {
    what: "An account opened",
    perThousand: 5,
    rows: ["Sign-up", "Verification"],
    calls: 3,
    reads: 12,
    writes: 24,
    changes: 8,
    mails: 2,
  },
  {
    what: "A favourite",
    perThousand: signedIn / 2,
    rows: ["A favourite"],
    calls: 1,
    reads: 7 + SESSION_CHECK_READS,
    writes: 11,
    indexWrites: 8,
    changes: 5,
  },
  {
    what: "A comment",
    perThousand: 20,
    rows: ["A comment"],
    calls: 1,
    reads: 3 + SESSION_CHECK_READS,
    writes: 14,
    indexWrites: 1,
    changes: 5,
    socket: { minutes: 0, messages: 1 },
  },
  {
    what: "An artwork uploaded and published",
    perThousand: 2,
    rows: ["Announcing an upload", "Settling an upload", "Publishing"],
    calls: 8,
    reads: 20 + 8 * SESSION_CHECK_READS,
    // Each change of the work is an entry in the log of the search index (decision 11).
    writes: 30 + 6,
    indexWrites: 4,
    changes: 9,
    gigabyteSeconds: 3 * 8,
    files: { count: 20, megabytes: 6 },
  },
  {
    what: "A purchase, from its checkout to the seller's bell",
    perThousand: 2,
    rows: [
      "The checkout page",
      "Beginning a payment",
      "An order that was paid",
      "The seller's part is settled, or can't be",
    ],
    calls: 6,
    reads: 30 + 6 * SESSION_CHECK_READS,
    writes: 45,
    indexWrites: 12,
    changes: 16,
    // Stripe's answers are waited for.
    gigabyteSeconds: 5,
    mails: 2,
    socket: { minutes: 0, messages: 1 },
  },
];

/** What runs without any visitor, in a month. */
export const STANDING = {
  /** Metrics of all alarms of production's templates. */
  alarmMetrics: 96,
  dashboards: 1,
  /** Production has one (lib/stages.ts). */
  firewalls: 1,
  /** Secrets of production's template. */
  secrets: 4,
  /** Sweeps each five minutes and each day, and their reads. */
  sweeps: 3 * 12 * 24 * 30,
  sweepReads: 0.5,
  /** What stands in tables and buckets once a few hundred works are there, in GB. */
  tableGigabytes: 0.1,
  fileGigabytes: 2,
} as const;

/** How long visits have been as many: tables and buckets hold what was written since. */
export const AGE_MONTHS = 12;

/** Bytes of an item that stays, of those that changed. */
export const STORED_BYTES = 300;
