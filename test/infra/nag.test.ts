import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { beforeAll, describe, expect, test } from "vitest";
import { PAGE_PATHS } from "#lib/site/page-paths.ts";
import { STAGES, type StageName } from "#lib/stacks/stages.ts";
import { areas } from "#shared/contract/areas.ts";
import { appOf } from "./support/stack-of.ts";

/** The construct of a route of the HTTP API, or of one to a page. */
const routeIn = (method: string, path: string, scope = "Api/Routes") =>
  `${scope}/${method} ${path.replaceAll("/", "--")}/Resource`;

const PUBLIC_ROUTES = [
  ...Object.values(areas)
    .flatMap((area) => Object.values(area))
    .filter(({ access }) => access === "public")
    .map(({ method, path }) => routeIn(method, path)),
  ...PAGE_PATHS.flatMap((path) => ["GET", "HEAD"].map((method) => routeIn(method, path, "Api"))),
];

const COPYING_HELPER = /^Custom::CDKBucketDeployment\w+\//;

interface Accepted {
  readonly rule: string;
  readonly of: RegExp | readonly string[];
  readonly why: string;
}

/** Accepted findings of AWS's own rules, by resource, with the reason. A finding that is gone must leave the list. */
const ACCEPTED: readonly Accepted[] = [
  {
    rule: "APIG1",
    of: ["Sockets/Live/Resource"],
    why: "The stage could log only with a role of the whole account; its function logs what it hears.",
  },
  { rule: "APIG4", of: PUBLIC_ROUTES, why: "Anyone may call it, says the contract; pages are for anyone." },
  { rule: "APIG4", of: ["Api/Routes/$default/Resource"], why: "It answers that there is no such path." },
  {
    rule: "APIG4",
    of: ["connect", "default", "disconnect"].map((key) => `Sockets/Api/$${key}-Route/Resource`),
    why: "Who it is comes in a message, because an address gets logged; others are disconnected.",
  },
  { rule: "CFR1", of: ["Site/Distribution/Resource"], why: "Art is for everywhere: no country is shut out." },
  {
    rule: "CFR2",
    of: ["Site/Distribution/Resource"],
    why: "Stages for trials have no firewall: the API throttles, and staging shows what production's refuses.",
  },
  {
    rule: "CFR3",
    of: ["Site/Distribution/Resource"],
    why: "Views of pictures aren't logged by person; the API's access log holds what operating needs.",
  },
  {
    rule: "CFR4",
    of: ["Site/Distribution/Resource"],
    why: "CloudFront's own certificate fixes the TLS policy; a stage with a domain asks for TLS 1.2.",
  },
  {
    rule: "COG1",
    of: ["Identity/Accounts/Resource"],
    why: "Passwords have to be long and nothing else, as NIST 800-63B advises.",
  },
  { rule: "COG2", of: ["Identity/Accounts/Resource"], why: "The pool holds passwords only." },
  {
    rule: "COG8",
    of: ["Identity/Accounts/Resource"],
    why: "Threat protection is Cognito's dearer plan, which the product doesn't need yet.",
  },
  {
    rule: "DDB3",
    of: ["Audit/Log/Resource", "Data/Table/Resource"],
    why: "Dev and the laptop hold nothing that has to be restored.",
  },
  { rule: "DDB3", of: ["Search/Log/Resource"], why: "The index is made again from the marketplace's table." },
  { rule: "DDB3", of: ["Visits/Table/Resource"], why: "No copy of a day's key may outlive the day." },
  { rule: "IAM4", of: COPYING_HELPER, why: "The CDK's copying helper brings its own role." },
  { rule: "IAM5", of: COPYING_HELPER, why: "grants.test.ts holds each wildcard of it to justified-wildcards.ts." },
  {
    rule: "IAM5",
    of: /^[\w/-]+\/Role\/Resource$/,
    why: "grants.test.ts holds each wildcard of each function to justified-wildcards.ts.",
  },
  {
    rule: "IAM5",
    of: ["Releases/CodeDeploy/Resource"],
    why: "Alarms can be read by name only after CodeDeploy has asked for all of them.",
  },
  { rule: "L1", of: COPYING_HELPER, why: "The CDK's copying helper brings its own runtime." },
  {
    rule: "S1",
    of: ["Pictures/Originals/Resource", "Pictures/Previews/Resource", "Site/Files/Resource"],
    why: "The buckets are reached through signed links and CloudFront only; CloudTrail can log either.",
  },
  {
    rule: "S1",
    of: ["Streams/UndeliveredRecords/Bucket/Resource"],
    why: "Lambda puts failed records there and operators take them out, which the audit log has.",
  },
  {
    rule: "S1",
    of: ["Search/Snapshots/Resource"],
    why: "Only functions read and write the snapshot, which is made again from the marketplace's table.",
  },
  { rule: "SMG4", of: ["Payments/Stripe/Resource"], why: "Stripe's keys are renewed at Stripe." },
  {
    rule: "SMG4",
    of: ["Origin/Secret/Resource"],
    why: "npm run ops -- rotate origin-secret rotates it with CloudFront.",
  },
  {
    rule: "SMG4",
    of: ["Signing/Key/Resource"],
    why: "npm run ops -- rotate signing-key adds a key; those that signed have to stay.",
  },
  {
    rule: "SMG4",
    of: ["ContentCredentials/Key/Resource"],
    why: "Whoever issues the certificate renews it, and operators put it in.",
  },
  { rule: "SMG4", of: ["SecondFactor/Key/Resource"], why: "What second factors are encrypted with has to stay." },
];

interface Finding {
  readonly rule: string;
  /** Path of the construct, without the stack. */
  readonly of: string;
}

const accepts = ({ rule, of }: Accepted, finding: Finding) =>
  rule === finding.rule && (of instanceof RegExp ? of.test(finding.of) : of.includes(finding.of));

interface Report {
  readonly pluginReports: readonly {
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath: string }[];
    }[];
  }[];
}

async function findingsOf(name: StageName): Promise<Finding[]> {
  const { app } = await appOf(name);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  expect(() => app.synth()).toThrow();
  const report: Report = JSON.parse(readFileSync(join(app.outdir, "validation-report.json"), "utf8"));
  return report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => ({
        rule: ruleName.replace(/^AwsSolutions-(\w+).*$/, "$1"),
        of: constructPath.replace(/^[^/]+\//, ""),
      })),
    ),
  );
}

describe("AWS's rules for solutions", () => {
  const findings = new Map<StageName, readonly Finding[]>();

  beforeAll(async () => {
    for (const name of STAGES) findings.set(name, await findingsOf(name));
  });

  test.each(STAGES)("find nothing in stage %s but what is accepted for a reason", (name) => {
    const found = findings.get(name) ?? [];
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((finding) => !ACCEPTED.some((entry) => accepts(entry, finding)))).toEqual([]);
  });

  test("find all that is accepted", () => {
    const all = [...findings.values()].flat();
    expect(ACCEPTED.filter((entry) => !all.some((finding) => accepts(entry, finding)))).toEqual([]);
  });
});
