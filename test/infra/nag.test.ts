import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { appOf } from "./support/stack-of.ts";

/** What AWS's own rules find, and why it stays. A rule that finds nothing any more must leave the list. */
const ACCEPTED: Readonly<Record<string, string>> = {
  APIG1: "The socket's stage could log only with a role of the whole account; its function logs what it hears.",
  APIG4: "Public routes and the answer to unknown paths take no token; routes.test.ts holds each against the contract.",
  CFR1: "Art is for everywhere: no country is shut out.",
  CFR2: "No web application firewall yet: the API throttles, and its cost outweighs what it would add.",
  CFR3: "Views of pictures aren't logged by person; the API's access log holds what operating needs.",
  CFR4: "CloudFront's own certificate fixes the TLS policy; a stage with a domain asks for TLS 1.2.",
  COG1: "Passwords have to be long and nothing else, as NIST 800-63B advises.",
  COG2: "The product has no second factor.",
  COG8: "Threat protection is Cognito's dearer plan, which the product doesn't need yet.",
  DDB3: "The search index is made anew from the marketplace's table, which production keeps recoverable.",
  IAM4: "The CDK's copying helper brings its own role.",
  IAM5: "Every wildcard stands in justified-wildcards.ts with its reason; grants.test.ts refuses any other.",
  L1: "The CDK's copying helper brings its own runtime.",
  SMG4: "Stripe's keys are renewed at Stripe, and the key that certificates are signed with must stay.",
  SQS3: "The queue of stream records is a dead-letter queue itself, of event source mappings, which the rule skips.",
  S1: "Originals and previews are reached through signed links and CloudFront only; CloudTrail can log either.",
};

test("AWS's rules for solutions find nothing in production but what is accepted for a reason", async () => {
  const { app } = await appOf("production");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  expect(() => app.synth()).toThrow();

  const report: Report = JSON.parse(readFileSync(join(app.outdir, "validation-report.json"), "utf8"));
  const found = report.pluginReports.flatMap(({ violations }) => violations.map(({ ruleName }) => ruleName));
  const rules = new Set(found.map((name) => name.replace(/^AwsSolutions-(\w+).*$/, "$1")));
  expect([...rules].sort()).toEqual(Object.keys(ACCEPTED).sort());
});

interface Report {
  readonly pluginReports: readonly { readonly violations: readonly { readonly ruleName: string }[] }[];
}
