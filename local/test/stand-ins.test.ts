import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROJECT } from "../../lib/bundling/entries.ts";

const page = readFileSync(`${PROJECT}/local/docs/stand-ins.md`, "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Behaviour"))
  .map((line) => line.slice(2, -2).split(" | "));

test("every service that the product uses has a section", () => {
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title).join(", ");
  for (const service of [
    "Cognito",
    "S3",
    "SES",
    "SQS",
    "EventBridge",
    "streams",
    "API Gateway",
    "CloudFront",
    "Lambda",
  ]) {
    expect(sections).toContain(service);
  }
  expect(sections).toContain("Stripe");
  expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)(
  "%s: has a source, and tests, or a difference with a fault that it hides and what would show it on AWS",
  (_behaviour, source = "", here = "", ...rest) => {
    expect(rest).toEqual([]);
    expect(source).toMatch(
      /^<https:\/\/(support\.stripe\.com|docs\.(aws\.amazon|stripe)\.com|github\.com\/aws)\/\S+>$/,
    );
    expect(here).toMatch(
      /^(Enforced: (`(local\/)?test\/\S+\.test\.ts`(, )?)+|Different: .+?\. .+\. Seen on AWS by: [`\w].+\.)$/,
    );
  },
);

test("the tests named on the page exist", () => {
  const named = [...page.matchAll(/`((?:local\/)?test\/\S+?\.ts)`/g)].map(([, path = ""]) => path);
  expect(named.filter((path) => !existsSync(`${PROJECT}/${path}`))).toEqual([]);
});
