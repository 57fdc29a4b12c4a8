import type { FunctionName } from "#lambdas/functions.ts";

/** A page wakes somebody up, because users can't do what they came for; a ticket is looked at on the next working day. */
export type Severity = "page" | "ticket";

export interface AlarmDeclaration {
  readonly severity: Severity;
  /** Effect on users, as a sentence. */
  readonly feels: string;
}

/** Every kind of alarm, under the title of its section in docs/runbook.md. */
export const ALARMS = {
  "Function failed": { severity: "page", feels: "Depends on the function, which the alarm names." },
  "API answers 5xx": { severity: "page", feels: "Calls of the site fail: people see that something went wrong." },
  "API is slow": { severity: "page", feels: "One call in a hundred takes more than five seconds; pages hang." },
  "Edge answers 5xx": { severity: "page", feels: "More than one answer in twenty of the whole site is an error." },
  "Firewall refuses many": {
    severity: "ticket",
    feels: "Mostly nothing, for robots are refused; if people are, the site answers them with errors.",
  },
  "Sockets fail": { severity: "ticket", feels: "Notifications and comments appear only when a page is loaded again." },
  "Pages not rendered": {
    severity: "ticket",
    feels: "Pages appear late, and search engines and shared links see none.",
  },
  "Table throttled": {
    severity: "page",
    feels: "What reads or writes a busy artwork, account or day is slow or fails.",
  },
  "Table failed": { severity: "page", feels: "Calls fail at random until DynamoDB recovers." },
  "Stream behind": { severity: "page", feels: "Notifications, receipts, search and previews lag behind by minutes." },
  "Undelivered records": { severity: "ticket", feels: "Single notifications, receipts or search results are missing." },
  "Undelivered uploads": { severity: "ticket", feels: "Somebody's upload stays at “processing”." },
  "Undelivered invalidations": { severity: "page", feels: "Previews that were withdrawn are still shown at the edge." },
  "Unanswered mail requests": { severity: "page", feels: "People who asked for a link to log in or verify got none." },
  "Unsent mails": { severity: "page", feels: "Receipts that SES didn't take for days wait to be sent by hand." },
  "Undeleted users": { severity: "ticket", feels: "Nobody notices; passwords of closed accounts are kept too long." },
  "Unprocessed follow pages": { severity: "ticket", feels: "Some followers weren't told of new work." },
  "Unmade exports": { severity: "ticket", feels: "Somebody who asked for their data sees that it failed." },
  "Unclosed connections": { severity: "ticket", feels: "Nobody notices; silent connections stay open for two hours." },
  "Mail deferred": { severity: "page", feels: "Receipts and links don't arrive: SES refuses or limits the account." },
  "Mail given up": { severity: "ticket", feels: "Somebody won't get a mail that tells of money or of their account." },
  "Mail reputation": { severity: "page", feels: "Nothing yet; SES soon stops the account, and then no mail arrives." },
  "Payments not started": { severity: "page", feels: "Buyers can't pay with a card." },
  "Webhooks refused": {
    severity: "page",
    feels: "Paid orders wait for the sweep; refunds and disputes aren't heard of.",
  },
  "Webhooks missing": {
    severity: "page",
    feels: "Sellers wait ten minutes longer for their part; refunds and disputes may be unheard of.",
  },
  "Files without license": { severity: "ticket", feels: "Buyers get their file, but it doesn't name its license." },
  "Payment rights missing": {
    severity: "ticket",
    feels: "Sellers don't see their payouts, or buyers aren't offered their saved cards.",
  },
  "Money not moved": { severity: "ticket", feels: "A seller waits for money, or a buyer for a refund." },
  "Ledger differs": { severity: "page", feels: "Somebody has paid or earned another amount than we say." },
  "Sweep didn't run": { severity: "page", feels: "Paid orders aren't placed, or sellers don't get their part." },
} as const satisfies Readonly<Record<string, AlarmDeclaration>>;

export type AlarmTitle = keyof typeof ALARMS;

const page = (feels: string): AlarmDeclaration => ({ severity: "page", feels });
const ticket = (feels: string): AlarmDeclaration => ({ severity: "ticket", feels });

/** The same of each function's failures. */
export const FUNCTION_ALARMS = {
  artwork: page("Artwork can't be opened, published or changed."),
  audience: ticket("Artists can't see their audience, and views aren't counted."),
  auth: page("People can't sign up or log in."),
  collections: ticket("Collections can't be opened or changed."),
  community: ticket("Comments and reviews can't be read or written."),
  follows: ticket("Following and the feed don't work."),
  favorites: ticket("Favourites can't be seen or changed."),
  licenses: page("Buyers can't download what they bought."),
  media: page("Artists can't begin an upload."),
  messages: page("People can't read or write messages, and nobody can request a refund in one."),
  notifications: ticket("The list of notifications can't be opened."),
  onboarding: ticket("Sellers can't connect their account for payments."),
  orders: page("Buyers can't order or see what they bought."),
  sales: ticket("Sellers can't see their sales."),
  "second-factor": page("People with a second factor can't log in."),
  search: page("Search finds nothing."),
  stripe: page("Paid orders wait for the sweep, and refunds aren't booked."),
  support: ticket("Tickets and reports can't be handed in."),
  users: page("Profiles and settings can't be opened or changed."),
  fallback: ticket("An address that doesn't exist answers an error instead of saying so."),
  pages: page("The site's pages don't open."),
  sockets: ticket("Notifications and comments appear only when a page is loaded again."),
  "process-upload": page("Uploads stay at “processing”."),
  "invalidate-edge": ticket("Previews that were withdrawn are still shown at the edge for a while."),
  "expire-intents": page(
    "Paid orders aren't placed where Stripe's message got lost, artwork stays locked, and cards of closed accounts stay at Stripe.",
  ),
  "settle-orders": ticket("Sellers wait for their part."),
  "close-unauthenticated": ticket("Nobody notices; silent connections stay open for two hours."),
  "answer-mail-requests": page("Links to log in or verify an address don't arrive."),
  "delete-abandoned-users": ticket("Nobody notices; passwords of closed accounts are kept too long."),
  "export-personal-data": ticket("People who ask for their data see that it failed."),
  "process-follow-pages": ticket("Some followers aren't told of new work."),
  "suppress-scopes": page("Nobody can log in."),
  "prove-sign-in": page("People with a second factor can't log in."),
  "process-table-stream": page("Notifications, receipts, search and previews lag behind."),
  "push-notifications": ticket("Notifications appear only when a page is loaded again."),
} satisfies Readonly<Record<FunctionName, AlarmDeclaration>>;

/** The anchor of a heading, as GitHub and most renderers of Markdown make it. */
export const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\d -]/gu, "")
    .replaceAll(" ", "-");

/** Description of an alarm in its notification mail, where a link can be opened. */
export const describeAlarm = (title: AlarmTitle, { severity, feels }: AlarmDeclaration, runbook: string) =>
  `[${severity}] ${feels} What to do: ${runbook}#${anchorOf(title)}`;
