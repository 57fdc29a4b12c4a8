/** A page requires action now, because an objective is missed; a ticket can wait until the next working day. */
export type Severity = "page" | "ticket";

interface AlarmDeclaration {
  readonly severity: Severity;
  /** Effect on users, in one sentence. */
  readonly feels: string;
}

/** Every kind of alarm, under the title of its section in docs/runbook.md. */
export const ALARMS = {
  "Pages fail": { severity: "page", feels: "Users see error messages, because the site's API calls fail." },
  "Log-ins fail": { severity: "page", feels: "Users can't sign up, log in or stay logged in." },
  "Payments fail": { severity: "page", feels: "Buyers can't order or pay, or payments aren't recorded." },
  "Pictures not ready": { severity: "page", feels: "Artists can't upload, or their pictures stay at “processing”." },
  "Site unreachable": { severity: "page", feels: "The site is unreachable from several continents." },
  "Certificate expires": {
    severity: "ticket",
    feels: "Nothing yet; once it has expired, browsers show a security warning instead of the site.",
  },
  "Function failed": {
    severity: "ticket",
    feels: "A function fails or is retried; the component alarms show which.",
  },
  "Function threw": { severity: "ticket", feels: "Depends on the function, which is named in the alarm's reason." },
  "Calls fail": {
    severity: "ticket",
    feels: "An area of the site responds with errors; it is named in the alarm's reason.",
  },
  "Log-ins limited": {
    severity: "ticket",
    feels: "Some users get “too many requests” when they sign up, log in or stay logged in.",
  },
  "Functions throttled": { severity: "ticket", feels: "Calls of any kind are rejected or delayed at random." },
  "API is slow": { severity: "ticket", feels: "One call in a hundred takes more than five seconds; pages hang." },
  "Calls refused": { severity: "ticket", feels: "Users or a bot are rate-limited." },
  "No calls": {
    severity: "ticket",
    feels: "No requests reach the API, not even the health check: the site is probably down.",
  },
  "Edge answers 5xx": { severity: "ticket", feels: "More than one in twenty responses of the whole site is an error." },
  "Edge answers 4xx": {
    severity: "ticket",
    feels: "Usually none: a bot probes URLs. Otherwise a release lost files or pages.",
  },
  "Firewall refuses many": {
    severity: "ticket",
    feels: "Usually none: bots are blocked. If users are blocked, the site shows errors.",
  },
  "Scripts fail": { severity: "ticket", feels: "Pages load, but some buttons don't work." },
  "Sockets fail": { severity: "ticket", feels: "Notifications and comments appear only after a reload." },
  "Pages not rendered": {
    severity: "ticket",
    feels: "Pages load slowly, and search engines and link previews get no content.",
  },
  "Table throttled": {
    severity: "ticket",
    feels: "Reads or writes of a busy artwork, account or day are slow or fail.",
  },
  "Items unreadable": {
    severity: "ticket",
    feels: "An artwork or another item is missing in lists, and its own page fails.",
  },
  "Table failed": { severity: "ticket", feels: "Calls fail at random until DynamoDB recovers." },
  "Stream behind": { severity: "ticket", feels: "Notifications, receipts, search and previews lag behind by minutes." },
  "Search fails": {
    severity: "ticket",
    feels: "Searches say that search is starting up, or new works aren't found; lists and purchases work.",
  },
  "Search is slow": { severity: "ticket", feels: "Searches take more than a second." },
  "Search at its bound": { severity: "ticket", feels: "Nothing yet; with more visitors searches become slow or fail." },
  "Undelivered records": { severity: "ticket", feels: "Some notifications, receipts or search results are missing." },
  "Undelivered messages": {
    severity: "ticket",
    feels:
      "Depends on the queue, which is named in the alarm's reason: an email, an upload, an export or a deletion failed.",
  },
  "Uploads late": { severity: "ticket", feels: "An upload has been at “processing” for 15 minutes." },
  "Mail deferred": {
    severity: "ticket",
    feels: "Receipts and links don't arrive: SES rejects or throttles the account.",
  },
  "Mail given up": { severity: "ticket", feels: "A user won't receive an email about money or their account." },
  "Mail reputation": {
    severity: "ticket",
    feels: "Nothing yet; SES may soon pause the account, and then no email arrives.",
  },
  "Payments not started": { severity: "ticket", feels: "A buyer couldn't pay with a card." },
  "Webhooks refused": {
    severity: "ticket",
    feels: "Paid orders wait for the sweep; refunds and disputes aren't recorded.",
  },
  "Webhooks missing": {
    severity: "ticket",
    feels: "Sellers wait ten minutes longer for their share; refunds and disputes may not be recorded.",
  },
  "Files without license": { severity: "ticket", feels: "Buyers get their file, but without its embedded license." },
  "Payment rights missing": {
    severity: "ticket",
    feels: "Sellers don't see their payouts, or buyers aren't offered their saved cards.",
  },
  "Money not moved": { severity: "ticket", feels: "A seller waits for money, or a buyer for a refund." },
  "Ledger differs": { severity: "ticket", feels: "A payment or payout differs from our records." },
  "Sweep didn't run": { severity: "ticket", feels: "Paid orders aren't placed, or sellers don't get their share." },
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
  `[${ALARMS[title].severity}] ${ALARMS[title].feels} What to do: ${runbook}#${toAnchor(title)}`;
