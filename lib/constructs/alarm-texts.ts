/** A page requires action now, because an objective is missed; a ticket can wait until the next working day. */
export type Severity = "page" | "ticket";

interface AlarmDeclaration {
  readonly severity: Severity;
  /** Effect on users, in one sentence. */
  readonly userImpact: string;
}

/** Every kind of alarm, under the title of its section in docs/runbook.md. */
export const ALARMS = {
  "Pages fail": { severity: "page", userImpact: "Users see error messages, because the site's API calls fail." },
  "Log-ins fail": { severity: "page", userImpact: "Users can't sign up, log in or stay logged in." },
  "Payments fail": { severity: "page", userImpact: "Buyers can't order or pay, or payments aren't recorded." },
  "Pictures not ready": {
    severity: "page",
    userImpact: "Artists can't upload, or their pictures stay at “processing”.",
  },
  "Site unreachable": { severity: "page", userImpact: "The site is unreachable from several continents." },
  "Certificate expires": {
    severity: "ticket",
    userImpact: "Nothing yet; once it has expired, browsers show a security warning instead of the site.",
  },
  "Function failed": {
    severity: "ticket",
    userImpact: "Pages load, but some calls or buttons don't work; the alarms of its parts say which.",
  },
  "Function threw": {
    severity: "ticket",
    userImpact: "Depends on the function, which is named in the alarm's reason.",
  },
  "Calls fail": {
    severity: "ticket",
    userImpact: "An area of the site responds with errors; it is named in the alarm's reason.",
  },
  "Log-ins limited": {
    severity: "ticket",
    userImpact: "Some users get “too many requests” when they sign up, log in or stay logged in.",
  },
  "Functions throttled": { severity: "ticket", userImpact: "Calls of any kind are rejected or delayed at random." },
  "API is slow": { severity: "ticket", userImpact: "One call in a hundred takes more than five seconds; pages hang." },
  "Calls refused": { severity: "ticket", userImpact: "Users or a bot are rate-limited." },
  "No calls": {
    severity: "ticket",
    userImpact: "None if only the probe is gone. If “Site unreachable” is in alarm too, the site is down.",
  },
  "Edge answers 5xx": {
    severity: "ticket",
    userImpact: "More than one in twenty responses of the whole site is an error.",
  },
  "Edge answers 4xx": {
    severity: "ticket",
    userImpact: "Usually none: a bot probes URLs. Otherwise a release lost files or pages.",
  },
  "Firewall refuses many": {
    severity: "ticket",
    userImpact: "Usually none: bots are blocked. If users are blocked, the site shows errors.",
  },
  "Scripts fail": { severity: "ticket", userImpact: "Pages load, but some buttons don't work." },
  "Sockets fail": { severity: "ticket", userImpact: "Notifications and comments appear only after a reload." },
  "Pages not rendered": {
    severity: "ticket",
    userImpact: "Pages load slowly, and search engines and link previews get no content.",
  },
  "Table throttled": {
    severity: "ticket",
    userImpact: "Reads or writes of a busy artwork, account or day are slow or fail.",
  },
  "Items unreadable": {
    severity: "ticket",
    userImpact: "An artwork or another item is missing in lists, and its own page fails.",
  },
  "Table failed": { severity: "ticket", userImpact: "Calls fail at random until DynamoDB recovers." },
  "Stream behind": {
    severity: "ticket",
    userImpact: "Notifications, receipts, search and previews lag behind by minutes.",
  },
  "Search fails": {
    severity: "ticket",
    userImpact: "Searches say that search is starting up, or new works aren't found; lists and purchases work.",
  },
  "Search is slow": { severity: "ticket", userImpact: "Searches take more than a second." },
  "Search at its bound": {
    severity: "ticket",
    userImpact: "Nothing yet; with more visitors searches become slow or fail.",
  },
  "Search copy incomplete": {
    severity: "ticket",
    userImpact: "None, unless the stage moves to the other search engine before it is reindexed.",
  },
  "Undelivered records": {
    severity: "ticket",
    userImpact: "Some notifications, receipts or search results are missing.",
  },
  "Undelivered messages": {
    severity: "ticket",
    userImpact:
      "Depends on the queue, which is named in the alarm's reason: an email, an upload, an export or a deletion failed.",
  },
  "Uploads late": { severity: "ticket", userImpact: "An upload has been at “processing” for 15 minutes." },
  "Mail deferred": {
    severity: "ticket",
    userImpact: "Receipts and links don't arrive: SES rejects or throttles the account.",
  },
  "Mail given up": { severity: "ticket", userImpact: "A user won't receive an email about money or their account." },
  "Mail reputation": {
    severity: "ticket",
    userImpact: "Nothing yet; SES may soon pause the account, and then no email arrives.",
  },
  "Payments not started": { severity: "ticket", userImpact: "A buyer couldn't pay with a card." },
  "Webhooks refused": {
    severity: "ticket",
    userImpact: "Paid orders are placed some minutes late; refunds and disputes aren't recorded.",
  },
  "Webhooks missing": {
    severity: "ticket",
    userImpact: "Sellers wait ten minutes longer for their share; refunds and disputes may not be recorded.",
  },
  "Files without license": {
    severity: "ticket",
    userImpact: "Buyers get their file, but without its embedded license.",
  },
  "Payment rights missing": {
    severity: "ticket",
    userImpact: "Sellers don't see their payouts, or buyers aren't offered their saved cards.",
  },
  "Money not moved": { severity: "ticket", userImpact: "A seller waits for money, or a buyer for a refund." },
  "Ledger differs": { severity: "ticket", userImpact: "A payment or payout differs from our records." },
  "Sweep didn't run": {
    severity: "ticket",
    userImpact: "Paid orders aren't placed, sellers don't get their share, or scheduled announcements don't go out.",
  },
} as const satisfies Readonly<Record<string, AlarmDeclaration>>;

export type AlarmTitle = keyof typeof ALARMS;

/** Anchor of a heading as GitHub and most Markdown renderers build it. */
export const toAnchor = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\d -]/gu, "")
    .replaceAll(" ", "-");

/** Description of an alarm in its notification mail, with a link to the runbook. */
export const describeAlarm = (title: AlarmTitle, runbook: string) =>
  `[${ALARMS[title].severity}] ${ALARMS[title].userImpact} What to do: ${runbook}#${toAnchor(title)}`;
