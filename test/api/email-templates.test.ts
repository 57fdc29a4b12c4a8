import { describe, expect, test } from "vitest";
import { reporterEmailTemplates, takedownEmailTemplates } from "#lambdas/areas/artwork/takedown-email-templates.ts";
import { type MailedOrder, orderEmailTemplates } from "#lambdas/areas/purchases/order/order-email-templates.ts";
import { renderHtml, renderText } from "#lambdas/platform/mail/email-template.ts";
import { emailTemplates } from "#lambdas/platform/mail/email-templates.ts";

const HREF = "https://ochre.example/verify_token/a&b";
const order: MailedOrder = {
  orderId: "01990000-0000-7000-8000-000000000001",
  title: "A title of seventy letters, which is as long as any of them may become",
  amounts: { price: 2000, buyerFee: 335, sellerFee: 300, discount: 400 },
  licenseType: "commercial",
  licenseUsage: "business",
  licenseCompany: "Bo & Daughters",
  licenseAssignee: "Bo Buyer",
  licenseAssignor: "Ada Painter",
  dispute: { id: "du_1", status: "needs_response", due: 1_800_000_000 },
};
const takedown = { title: "Dunes", reason: "It copies.", answer: "Mine & hers.", restoreFrom: "2026-12-11T12:00:00Z" };
const written = [
  ...Object.entries(emailTemplates).map(([name, write]) => [name, write(HREF)] as const),
  ...Object.entries(takedownEmailTemplates).map(([name, write]) => [`owner ${name}`, write(HREF, takedown)] as const),
  ...Object.entries(reporterEmailTemplates).map(
    ([name, write]) => [`reporter ${name}`, write("https://ochre.example/artwork/1", takedown)] as const,
  ),
  ...Object.entries(orderEmailTemplates).map(([name, write]) => [name, write(order, "https://ochre.example")] as const),
];
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#39;");

describe.each(written)("the email of %s", (_, email) => {
  const [html, text] = [renderHtml(email), renderText(email)];
  const links = [email.action, email.further].filter((link) => link !== undefined);

  test("says the same in HTML and in plain text", () => {
    for (const paragraph of email.paragraphs) {
      expect(text).toContain(paragraph);
      expect(html).toContain(escaped(paragraph));
    }
    for (const [name, value] of email.facts ?? []) {
      expect(text).toContain(`${name}: ${value}`);
      expect(html).toContain(escaped(value));
    }
    for (const { label, href } of links) expect(text).toContain(`${label}: ${href}`);
  });

  test("fetches nothing and follows nobody: no picture, style sheet, script or address but its own", () => {
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video)\b|url\(|@import/i);
    const addresses = html.match(/https?:[^"<]*/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set(links.map(({ href }) => escaped(href))));
  });

  test("fits a phone and the identity provider's limits", () => {
    expect(html).toContain('content="width=device-width,initial-scale=1"');
    expect(html).not.toMatch(/[^-]width:\s*\d{3,}px/);
    expect(html.length).toBeLessThan(20_000);
    expect(email.subject.length).toBeLessThan(70);
  });
});

test.each([
  ["a counter-notice's wait is over", { restoredAt: "2026-12-11T12:00:00Z" }, "its artist objected"],
  ["an answer still waits", { restoredAt: "2026-12-10T12:00:00Z" }, "We reviewed our decision"],
  ["nobody objected", { restoreFrom: undefined, restoredAt: "2026-12-11T12:00:00Z" }, "We reviewed our decision"],
])("a reporter reads why the artwork is back when %s", (_, change, reason) => {
  const { paragraphs } = reporterEmailTemplates.restored(HREF, { ...takedown, ...change });
  expect(paragraphs.join()).toContain(reason);
});

test("an email of a kind that can be switched off leads to the switch, below all else", () => {
  const unsubscribe = { page: "https://ochre.example/unsubscribe/1", call: "https://ochre.example/api/unsubscribe/1" };
  const email = emailTemplates.notice(HREF, `${"Ada".repeat(30)} reviewed “Dunes”`, unsubscribe);
  expect([...email.subject].length).toBe(68);
  expect(renderText(email)).toMatch(/Stop these emails: https:\/\/ochre\.example\/unsubscribe\/1$/);
  expect(renderHtml(email)).toContain('href="https://ochre.example/unsubscribe/1"');
  expect(renderHtml(email)).not.toContain(unsubscribe.call);
});

test("an email's words can't become markup", () => {
  const html = renderHtml({
    subject: "<b>",
    paragraphs: ["<script>1</script>"],
    facts: [["<b>", "<i>"]],
    action: { label: "\"x'", href: '"><i>' },
    further: { label: "<b>", href: '"><i>' },
  });
  expect(html).not.toMatch(/<b>|<script>|<i>/);
});

test("what an artist wrote stays on its line, and is cut between characters", () => {
  const about = (title: string) => orderEmailTemplates.bought({ ...order, title }, "https://ochre.example");
  expect(renderText(about("Dunes\r\nYou paid: $0.00"))).toContain("Artwork: Dunes You paid: $0.00\n");
  expect(about("a".repeat(38) + "🎨".repeat(16)).subject).toBe(`Your license to “${"a".repeat(38)}🎨…”`);
});
