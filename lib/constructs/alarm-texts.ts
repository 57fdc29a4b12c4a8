/** A page wakes somebody up because an objective is missed; a ticket waits for the next working day. */
export type Severity = "page" | "ticket";

interface AlarmDeclaration {
  readonly severity: Severity;
  /** Effect on users, in one sentence. */
  readonly feels: string;
}

/** Every kind of alarm, under the title of its section in docs/runbook.md. */
export const ALARMS = {
  "Pages fail": { severity: "page", feels: "People see that something went wrong: calls of the site fail." },
  "Log-ins fail": { severity: "page", feels: "People can't sign up, log in or stay logged in." },
  "Payments fail": { severity: "page", feels: "Buyers can't order or pay, or paid orders aren't heard of." },
  "Pictures not ready": { severity: "page", feels: "Artists can't upload, or their pictures stay at “processing”." },
  "Site unreachable": { severity: "page", feels: "From several continents the site doesn't answer at all." },
  "Certificate expires": {
    severity: "ticket",
    feels: "Nothing yet; once it has expired, browsers warn everybody away from the site.",
  },
  "Function failed": {
    severity: "ticket",
    feels: "Something of the site fails, or is tried again until it works; its parts ring beside it.",
  },
  "Function threw": { severity: "ticket", feels: "Depends on the function, which the alarm's reason names." },
  "Calls fail": { severity: "ticket", feels: "An area of the site answers with errors; the alarm's reason names it." },
  "Log-ins limited": {
    severity: "ticket",
    feels: "Some people are told to come back later as they sign up, log in or stay logged in.",
  },
  "Functions throttled": { severity: "ticket", feels: "Calls of any kind are refused or late at random." },
  "API is slow": { severity: "ticket", feels: "One call in a hundred takes more than five seconds; pages hang." },
  "Calls refused": { severity: "ticket", feels: "People, or a robot, are told to come back later." },
  "No calls": { severity: "ticket", feels: "Nothing reaches the API, not even the probe: mostly nobody gets in." },
  "Edge answers 5xx": { severity: "ticket", feels: "More than one answer in twenty of the whole site is an error." },
  "Edge answers 4xx": {
    severity: "ticket",
    feels: "Mostly a robot guesses addresses; or a release lost files or pages.",
  },
  "Firewall refuses many": {
    severity: "ticket",
    feels: "Mostly nothing, for robots are refused; if people are, the site answers them with errors.",
  },
  "Scripts fail": { severity: "ticket", feels: "Pages are shown, and buttons of some do nothing." },
  "Sockets fail": { severity: "ticket", feels: "Notifications and comments appear only when a page is loaded again." },
  "Pages not rendered": {
    severity: "ticket",
    feels: "Pages appear late, and search engines and shared links see none.",
  },
  "Table throttled": {
    severity: "ticket",
    feels: "What reads or writes a busy artwork, account or day is slow or fails.",
  },
  "Items unreadable": { severity: "ticket", feels: "Something is missing in lists, and its own page fails." },
  "Table failed": { severity: "ticket", feels: "Calls fail at random until DynamoDB recovers." },
  "Stream behind": { severity: "ticket", feels: "Notifications, receipts, search and previews lag behind by minutes." },
  "Undelivered records": { severity: "ticket", feels: "Single notifications, receipts or search results are missing." },
  "Undelivered messages": {
    severity: "ticket",
    feels:
      "Depends on the queue, which the alarm's reason names: a mail, an upload, an export or a removal is missing.",
  },
  "Uploads late": { severity: "ticket", feels: "Somebody's upload is at “processing” for a quarter of an hour." },
  "Mail deferred": { severity: "ticket", feels: "Receipts and links don't arrive: SES refuses or limits the account." },
  "Mail given up": { severity: "ticket", feels: "Somebody won't get a mail that tells of money or of their account." },
  "Mail reputation": {
    severity: "ticket",
    feels: "Nothing yet; SES soon stops the account, and then no mail arrives.",
  },
  "Payments not started": { severity: "ticket", feels: "A buyer couldn't pay with a card." },
  "Webhooks refused": {
    severity: "ticket",
    feels: "Paid orders wait for the sweep; refunds and disputes aren't heard of.",
  },
  "Webhooks missing": {
    severity: "ticket",
    feels: "Sellers wait ten minutes longer for their part; refunds and disputes may be unheard of.",
  },
  "Files without license": { severity: "ticket", feels: "Buyers get their file, but it doesn't name its license." },
  "Payment rights missing": {
    severity: "ticket",
    feels: "Sellers don't see their payouts, or buyers aren't offered their saved cards.",
  },
  "Money not moved": { severity: "ticket", feels: "A seller waits for money, or a buyer for a refund." },
  "Ledger differs": { severity: "ticket", feels: "Somebody has paid or earned another amount than we say." },
  "Sweep didn't run": { severity: "ticket", feels: "Paid orders aren't placed, or sellers don't get their part." },
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
