import { describe, expect, test } from "vitest";
import { letterHtml, letterText } from "#lambdas/mail/letter.ts";
import { letters } from "#lambdas/mail/letters.ts";

const HREF = "https://ochre.example/verify_token/a&b";
const written = Object.entries(letters).map(([name, write]) => [name, write(HREF)] as const);

describe.each(written)("the letter of %s", (_, letter) => {
  const [html, text] = [letterHtml(letter), letterText(letter)];

  test("says the same in HTML and in plain text", () => {
    for (const paragraph of letter.paragraphs) {
      expect(text).toContain(paragraph);
      expect(html).toContain(paragraph.replaceAll("'", "&#39;"));
    }
    expect(text.includes(HREF)).toBe(letter.action !== undefined);
  });

  test("fetches nothing and follows nobody: no picture, style sheet, script or address but its own", () => {
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video)\b|url\(|@import/i);
    const addresses = html.match(/https?:[^"<]*/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set(letter.action ? ["https://ochre.example/verify_token/a&amp;b"] : []));
  });

  test("fits a phone and the identity provider's limits", () => {
    expect(html).toContain('content="width=device-width,initial-scale=1"');
    expect(html).not.toMatch(/[^-]width:\s*\d{3,}px/);
    expect(html.length).toBeLessThan(20_000);
    expect(letter.subject.length).toBeLessThan(70);
  });
});

test("a letter's words can't become markup", () => {
  const html = letterHtml({
    subject: "<b>",
    paragraphs: ["<script>1</script>"],
    action: { label: "\"x'", href: '"><i>' },
  });
  expect(html).not.toMatch(/<b>|<script>|<i>/);
});
