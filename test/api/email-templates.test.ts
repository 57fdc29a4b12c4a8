import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { operatorEmailTemplates as artworkTemplates } from "#lambdas/areas/artwork/operator-email-templates.ts";
import { reporterEmailTemplates, takedownEmailTemplates } from "#lambdas/areas/artwork/takedown-email-templates.ts";
import {
  announcementEmailTemplates,
  noticeEmailTemplates,
  ownerEmailTemplates,
  sellerEmailTemplates,
  ticketEmailTemplates,
} from "#lambdas/areas/cases/case-email-templates.ts";
import { operatorEmailTemplates as paymentTemplates } from "#lambdas/areas/purchases/order/operator-email-templates.ts";
import { type MailedOrder, orderEmailTemplates } from "#lambdas/areas/purchases/order/order-email-templates.ts";
import { operatorEmailTemplates as supportTemplates } from "#lambdas/areas/support/operator-email-templates.ts";
import { accountEmailTemplates } from "#lambdas/areas/users/account-email-templates.ts";
import { restrictionEmailTemplates } from "#lambdas/areas/users/restriction-email-templates.ts";
import {
  type EmailTemplate,
  type MailText,
  renderHtml,
  renderSubject,
  renderText,
} from "#lambdas/platform/mail/email-template.ts";
import { emailTemplates } from "#lambdas/platform/mail/email-templates.ts";

const ORIGIN = "https://ochre.example";
const HREF = `${ORIGIN}/verify_token/a&b`;
const ID = "01990000-0000-7000-8000-000000000001";
const order: MailedOrder = {
  orderId: ID,
  title: "A title of seventy letters, which is as long as any of them may become",
  amounts: { price: 2000, buyerFee: 335, sellerFee: 300, discount: 400 },
  licenseType: "commercial",
  licenseUsage: "business",
  licenseCompany: "Bo & Daughters",
  licenseAssignee: "Bo Buyer",
  licenseAssignor: "Ada Painter",
  licenseTerms: "One book cover, five years.",
  licenseExclusive: true,
  dispute: { id: "du_1", status: "needs_response", due: 1_800_000_000 },
  previewKey: ID,
  width: 1000,
  height: 1500,
};
const takedown = { title: "Dunes", reason: "It copies.", answer: "Mine & hers.", restoreFrom: "2026-12-11T12:00:00Z" };
const work = { artworkId: ID, ownerId: ID, cardTexts: { artworkTitle: "Dunes" } };
const unsubscribe = { page: `${ORIGIN}/unsubscribe/1`, call: `${ORIGIN}/api/unsubscribe/1` };

type Write = (...args: never[]) => EmailTemplate;
type Templates = Readonly<Record<string, Write>>;
/** The arguments of each template of an object: its own in `others`, else `args`. */
const samples: readonly {
  readonly templates: Templates;
  readonly args: readonly unknown[];
  readonly others?: Readonly<Record<string, readonly unknown[]>>;
}[] = [
  {
    templates: emailTemplates,
    args: [HREF, "Ada"],
    others: {
      verification: [HREF, "Ada_Painter", 3600],
      newBrowser: [HREF, { browser: "Firefox on Windows", country: "Sweden", at: new Date(0) }],
      recoveryCodeUsed: [HREF, 3],
      payoutFailed: [HREF, { amount: 1000, currency: "usd", reason: "The account is closed.", remedy: "bank" }],
      notice: [HREF, "Ada reviewed “Dunes”", unsubscribe],
      messagesSummary: [HREF, 3, unsubscribe],
      noticesSummary: [HREF, "comments", unsubscribe],
      announcement: [
        HREF,
        { from: "Ada", title: "A series", text: "Dunes.", works: ["Dunes"], code: { code: "DUNES", percent: 20 } },
        unsubscribe,
      ],
      newMessage: [HREF, { from: "Ada", verb: "wrote to you about", title: "Dunes", text: "Hello" }, unsubscribe],
    },
  },
  {
    templates: accountEmailTemplates,
    args: [HREF, "Asked by its owner."],
    others: { erased: ["Asked by its owner."] },
  },
  {
    templates: restrictionEmailTemplates,
    args: [HREF, "We looked again."],
    others: {
      suspended: [HREF, { reason: "Advertising.", rule: "Terms of Service" }],
      upheld: ["Advertising."],
      blocked: [{ reason: "Advertising.", rule: "Terms of Service" }],
    },
  },
  { templates: takedownEmailTemplates, args: [HREF, takedown] },
  { templates: reporterEmailTemplates, args: [`${ORIGIN}/artwork/1`, takedown] },
  { templates: ownerEmailTemplates, args: [HREF, takedown] },
  { templates: noticeEmailTemplates, args: [HREF, takedown] },
  { templates: announcementEmailTemplates, args: [HREF, takedown] },
  { templates: ticketEmailTemplates, args: [{ number: ID, title: "My upload", answer: "Convert it.\n\nThen try." }] },
  { templates: orderEmailTemplates, args: [order, ORIGIN] },
  {
    templates: artworkTemplates,
    args: [],
    others: { nearCopy: [work, [work], { siteOrigin: ORIGIN, caseHref: HREF }] },
  },
  {
    templates: sellerEmailTemplates,
    args: [],
    others: {
      evidenceSent: [order, ORIGIN, "The bank's day is near."],
      payoutMessage: [ORIGIN, "Please check your IBAN.\n\nOchre"],
    },
  },
  { templates: paymentTemplates, args: [order, HREF], others: { reportedAsFraud: [ID, "issfr_1", HREF] } },
  {
    templates: supportTemplates,
    args: [
      {
        number: ID,
        title: "My upload",
        body: "It stops.",
        sender: "Ada",
        reason: "Mine.",
        email: "Ada",
        href: HREF,
        caseHref: HREF,
      },
    ],
  },
];
const every = samples.flatMap(({ templates, args, others = {} }) =>
  Object.entries(templates).map(([name, write]) => ({ name, write, args: others[name] ?? args })),
);
const written = every.map(({ name, write, args }) => [name, write(...(args as never[]))] as const);
const getLine = (text: MailText) => (typeof text === "string" ? text : text.own);
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll('"', "&quot;");

describe.each(written)("the email of %s", (_, email) => {
  const [html, text] = [renderHtml(email), renderText(email)];
  const links = [email.action, email.further].filter((link) => link !== undefined);

  test("has the same content in HTML and in plain text", () => {
    for (const line of email.paragraphs.map(getLine)) {
      expect(text).toContain(line);
      expect(html).toContain(escaped(line));
    }
    for (const [name, value] of email.facts ?? []) {
      expect(text).toContain(`${name}: ${getLine(value)}`);
      expect(html).toContain(escaped(getLine(value)));
    }
    for (const { label, href } of links) expect(text).toContain(`${label}: ${href}`);
  });

  test("loads at most one picture of ours and has no tracking: no style sheet, script or foreign URL", () => {
    expect(html).not.toMatch(/<(link|script|iframe|object|video)\b|url\(|@import/i);
    expect(html.match(/<img\b/g) ?? []).toHaveLength(email.picture ? 1 : 0);
    const own = [
      ...(email.picture ? [email.picture.src] : []),
      ...links.map(({ href }) => escaped(href)),
      ...(email.unsubscribe ? [email.unsubscribe.page] : []),
    ];
    for (const address of html.match(/https?:[^"<\s]*/g) ?? []) expect(own).toContain(address);
  });

  test("fits a phone and the identity provider's limits", () => {
    expect(html).toContain('content="width=device-width,initial-scale=1"');
    expect(html).not.toMatch(/[^-]width:\s*\d{3,}px/);
    expect(html.length).toBeLessThan(20_000);
    expect(email.subject.length).toBeLessThan(80);
  });
});

test("mails of a sale by an offer give its exclusivity and terms to both sides", () => {
  for (const write of [orderEmailTemplates.bought, orderEmailTemplates.sold]) {
    const text = renderText(write(order, ORIGIN));
    expect(text).toContain("Exclusive: Yes.");
    expect(text).toContain("Agreed terms: One book cover, five years.");
  }
});

describe("user input", () => {
  const LINKS = [
    "Claim at https://evil.example/x",
    "ftp://evil",
    "javascript:alert(1)",
    "mailto:ada",
    "tel:+4670",
    "www.evil.example",
    "Win.example.com",
    "t.co/x",
    "ada@evil.example",
    "ada@evil",
    "evil。example",
    "evil．example",
    "evil｡example",
    "evil․example",
    "evil⒈com",
    "evil.ⓒⓞⓜ",
    "evil.ⅽom",
    "evil.ﬁ/login",
    "evil.™",
    "evil.℡",
    "ｈｔｔｐｓ：／／evil．example",
    "10.0.0.1",
    "10。0。0。1:80/x",
    "2001:db8::1",
    "http://[2001:db8::1]:8080/x",
    "ada:pw@evil.example:8080",
    "localhost:3000",
    "xn--e1afmkfd.xn--p1ai",
    "пример.рф",
    "ev\u200bil.\u2060exa\u00admple",
    "evil.\u200dexample",
    "evil\u202e.example",
    "evil\n.example\r\nBcc: ada@evil.example",
    "\\\\evil\\share",
  ];
  /** Patterns of text that mail clients turn into links. */
  const LINKED =
    /:\/\/|(?<![\p{L}\p{N}-])\p{L}[\p{L}\p{N}+.-]*:\S|[^\s(]@\S|\S\.(?=\p{L}[\p{L}\p{N}-])|\d+\.\d+\.\d+\.\d+|::|\\\\|[\p{Cc}\u202a-\u202e]/iu;
  const asRead = (text: string) => text.replace(/[\p{Default_Ignorable_Code_Point}]/gu, "").normalize("NFKC");
  /** Arguments of templates that are not user input. */
  const IS_OURS = /^(https:|[\da-f]{8}-|\d{4}-|commercial$|business$|needs_response$|usd$|bank$|comments$)/;

  /** The same value once for each user input in it, with the link in its place. */
  function* withLink(value: unknown, link: string): Generator<unknown> {
    if (typeof value === "string" && !IS_OURS.test(value)) yield link;
    if (Array.isArray(value)) {
      for (const [at, part] of value.entries())
        for (const changed of withLink(part, link)) yield value.with(at, changed);
    } else if (typeof value === "object" && value !== null && !(value instanceof Date)) {
      for (const [key, part] of Object.entries(value)) {
        for (const changed of withLink(part, link)) yield { ...value, [key]: changed };
      }
    }
  }

  /** An email's subject, text and HTML without our own links. */
  function extractText(email: EmailTemplate) {
    const own = [email.action?.href, email.further?.href, email.unsubscribe?.page].filter((href) => href !== undefined);
    const html = renderHtml(email)
      .replace(/<head>.*?<\/style>|<[^>]*>/g, "\n")
      .replaceAll("&amp;", "&");
    return [renderSubject(email), renderText(email), html].map((text) =>
      own.reduce((rest, href) => rest.replaceAll(href, " "), text).split("\n"),
    );
  }

  test.each(every)("isn't turned into a link in the email of $name", ({ write, args }) => {
    for (const link of LINKS) {
      for (const changed of withLink(args, link)) {
        for (const line of extractText(write(...(changed as never[]))).flat()) expect(asRead(line)).not.toMatch(LINKED);
      }
    }
  });

  test("is distinguishable from our own lines, which contain no user input", () => {
    const own = every.flatMap(({ write, args }) =>
      [...withLink(args, "typed")].flatMap((changed) => {
        const { paragraphs, facts = [] } = write(...(changed as never[]));
        return [...paragraphs, ...facts.map(([, value]) => value)].filter((line) => typeof line !== "string");
      }),
    );
    expect(own.length).toBeGreaterThan(0);
    for (const line of own) expect(getLine(line)).not.toContain("typed");
  });

  test.each([
    "No. 5 at St. Ives",
    "J.R.R. at 12:30, 3:2, e.g. 3.5mm for $1,713.60",
    "Ada (@ada.p)… and so on :)",
    "Hej 👩‍🎨! Это я.",
  ])("is unchanged where it doesn't look like a link: %s", (text) => {
    expect(renderSubject({ subject: text, paragraphs: [] })).toBe(text);
  });

  test.each([
    ["Mr.Brown", "Mr. Brown"],
    ["Claim at https://evil.example/x", "Claim at https: //evil. example/x"],
  ])("stays readable: %s", (text, read) => {
    expect(renderSubject({ subject: text, paragraphs: [] })).toBe(read);
  });

  test("isn't in a verification email if it looks like a link, and otherwise names the account", () => {
    expect(renderText(emailTemplates.verification(HREF, "Win.example.com"))).not.toMatch(/Win|example\. com/);
    expect(renderText(emailTemplates.verification(HREF, "Ada_Painter"))).toContain("for the account Ada_Painter");
  });

  test("is only in emails of the templates that are tested here", async () => {
    const lambdas = join(import.meta.dirname, "../../lambdas");
    const tested = [];
    for await (const file of glob("**/*.ts", { cwd: lambdas })) {
      const source = await readFile(join(lambdas, file), "utf8");
      if (!file.startsWith("platform/mail/email-template.") && /^\s*paragraphs:/m.test(source))
        tested.push(...(source.match(/^export const \w+/gm) ?? []), file);
    }
    const files = tested.filter((line) => line.endsWith(".ts") && !line.endsWith("email-templates.ts"));
    expect(files).toEqual(["platform/mail/open-deferred-mails.ts"]);
    const objects = tested.filter((line) => /^export const \w*[eE]mailTemplates$/.test(line));
    expect(objects).toHaveLength(samples.length);
  });
});

test("a reporter's email links to the artwork only once it is back", () => {
  const { takenDown, answered, restored } = reporterEmailTemplates;
  const shown = restored(HREF, takedown);
  const down = [takenDown(HREF, takedown), answered(HREF, takedown), restored(HREF, { ...takedown, staysDown: true })];
  expect(shown.action?.href).toBe(HREF);
  expect(down.map(({ action }) => action)).toEqual([undefined, undefined, undefined]);
});

test.each(["takenDown", "answered"] as const)("only a reported artwork's owner reads of a court (%s)", (state) => {
  const write = (change: object) => renderText(takedownEmailTemplates[state](HREF, { ...takedown, ...change }));
  expect(write({ isReported: true })).toMatch(/reporter.*court/);
  expect(write({ isReported: false })).not.toMatch(/reporter|court/);
});

test.each([
  ["the waiting period of a counter-notice ends", { restoredAt: "2026-12-11T12:00:00Z" }, "its artist objected"],
  ["the waiting period hasn't ended", { restoredAt: "2026-12-10T12:00:00Z" }, "We reviewed our decision"],
  ["nobody objected", { restoreFrom: undefined, restoredAt: "2026-12-11T12:00:00Z" }, "We reviewed our decision"],
])("a reporter is told why the artwork is restored when %s", (_, change, reason) => {
  const { paragraphs } = reporterEmailTemplates.restored(HREF, { ...takedown, ...change });
  expect(paragraphs.join()).toContain(reason);
});

test("an optional email ends with its unsubscribe link", () => {
  const unsubscribe = { page: "https://ochre.example/unsubscribe/1", call: "https://ochre.example/api/unsubscribe/1" };
  const email = emailTemplates.notice(HREF, `${"Ada".repeat(30)} reviewed “Dunes”`, unsubscribe);
  expect([...email.subject].length).toBe(68);
  expect(renderText(email)).toMatch(/Stop these emails: https:\/\/ochre\.example\/unsubscribe\/1$/);
  expect(renderHtml(email)).toContain('href="https://ochre.example/unsubscribe/1"');
  expect(renderHtml(email)).not.toContain(unsubscribe.call);
});

test("an artist's email shows what was sold, as visitors see it, and says what it earned in the subject", () => {
  const email = orderEmailTemplates.sold({ ...order, title: "Three “moons” & more" }, ORIGIN);
  expect(renderSubject(email)).toBe("You earned $17.00: “Three “moons” & more” was licensed");
  expect(renderHtml(email)).toContain(
    `<img src="${ORIGIN}/media/${ID}/640.jpeg" width="267" height="400" alt="Three “moons” &amp; more"`,
  );
});

test("the emails about an order of several works speak of all, and leave the certificates to its page", () => {
  const several = { ...order, title: "Dunes", itemOrderIds: [ID, ID] };
  const [sold, bought] = [orderEmailTemplates.sold(several, ORIGIN), orderEmailTemplates.bought(several, ORIGIN)];
  expect(renderSubject(sold)).toBe("You earned $17.00: “Dunes” and 2 more works were licensed");
  expect(renderSubject(bought)).toBe("Your licenses to “Dunes” and 2 more works");
  expect(renderText(bought)).toContain("You now hold the licenses. Download the originals and their certificates");
  for (const email of [sold, bought]) {
    expect(renderText(email)).not.toContain("/certificate");
    expect(renderText(email)).toContain("Licenses: 3, each with its certificate");
    expect(renderText(email)).toContain("License prices: $20.00");
  }
  for (const write of Object.values(orderEmailTemplates) as readonly ((...args: unknown[]) => EmailTemplate)[]) {
    const email = write(several, ORIGIN);
    expect(`${renderSubject(email)} ${renderText(email)}`).not.toMatch(
      /license (has|is|stays)\b|works (is|was) licensed/i,
    );
  }
});

test("an email follows its reader's theme, and each dark style overrides a light one", () => {
  const html = renderHtml({ ...emailTemplates.notice(HREF, "Ada", unsubscribe), facts: [["a", "b"]] });
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const dark = html.match(/@media \(prefers-color-scheme:dark\)\{(.*?)\}\}/)?.[1] ?? "";
  const names = [...dark.matchAll(/\.([a-z]+)\{/g)].map(([, name]) => name ?? "");
  expect(names).toEqual(["ground", "panel", "soft", "link"]);
  expect(dark.match(/!important/g)).toHaveLength(5);
  for (const name of ["ground", "panel", "soft"]) expect(html).toContain(`class="${name}"`);
});

test("an email's text is escaped in HTML", () => {
  const html = renderHtml({
    subject: "<b>",
    paragraphs: ["<script>1</script>"],
    facts: [["<b>", "<i>"]],
    action: { label: "\"x'", href: '"><i>' },
    further: { label: "<b>", href: '"><i>' },
  });
  expect(html).not.toMatch(/<b>|<script>|<i>/);
});

test("an artwork's title is kept on one line, and truncated between characters", () => {
  const about = (title: string) => orderEmailTemplates.bought({ ...order, title }, "https://ochre.example");
  expect(renderText(about("Dunes\r\nYou paid: $0.00"))).toContain("Artwork: Dunes You paid: $0.00\n");
  const sold = orderEmailTemplates.sold({ ...order, title: "Dunes\r\nBcc: ada@evil.example" }, ORIGIN);
  expect(renderSubject(sold)).not.toMatch(/[\r\n]|evil\.example/);
  expect(about("a".repeat(38) + "🎨".repeat(16)).subject).toBe(`Your license to “${"a".repeat(38)}🎨…”`);
});
