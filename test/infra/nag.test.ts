import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, NagPack, ServerlessChecks } from "cdk-nag";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createApp, VARIANTS } from "./support/synthesize-stack.ts";

interface Report {
  readonly pluginReports: readonly {
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath: string }[];
    }[];
  }[];
}

/** A rule and the path of the construct that violates or acknowledges it. */
interface Finding {
  readonly rule: string;
  readonly at: string;
}

const createPacks = (app: App) => [new AwsSolutionsChecks(app), new ServerlessChecks(app)];

/** Findings of a synthesis, which fails if there are any. */
function listFindings(app: App): Finding[] {
  Validations.of(app).addPlugins(...createPacks(app));
  try {
    app.synth();
  } catch {
    // The report has the findings.
  }
  const report: Report = JSON.parse(readFileSync(join(app.outdir, "validation-report.json"), "utf8"));
  return report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName: rule, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath: at }) => ({ rule, at })),
    ),
  );
}

/** Findings as if nothing were acknowledged. */
function listAllFindings(app: App): Finding[] {
  const acknowledged = vi.spyOn(NagPack.prototype as unknown as { isAcknowledged: () => boolean }, "isAcknowledged");
  acknowledged.mockReturnValue(false);
  const found = createPacks(app).flatMap((pack) => pack.validateScope(app).violations);
  acknowledged.mockRestore();
  return found.flatMap(({ ruleName: rule, violatingResources }) =>
    violatingResources.map(({ constructPath }) => ({ rule, at: String(constructPath) })),
  );
}

const listAcknowledged = (app: App): (Finding & { readonly reason: string })[] =>
  app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries<string>(data))
      .map(([id, reason]) => ({ rule: id.replace(/^Annotation::/, ""), at: node.path, reason }))
      .filter(({ rule }) => /^(AwsSolutions|Serverless)-/.test(rule)),
  );

/** The stack's name differs by stage. */
const withoutStack = (path: string) => path.replace(/^[^/]+/, "");

describe("the rules of AwsSolutions and Serverless", () => {
  const apps: App[] = [];

  beforeAll(async () => {
    for (const [name, values] of VARIANTS) apps.push((await createApp(name, values)).app);
  });

  test.each(VARIANTS.map(([name, values], index) => [name, values, index] as const))(
    "have no findings in stage %s %j that aren't acknowledged",
    (_name, _values, index) => {
      expect(listFindings(apps[index] ?? expect.fail("There is no app"))).toEqual([]);
    },
  );

  test("have a finding for each acknowledgement, which has a reason", () => {
    const acknowledged = apps.flatMap(listAcknowledged);
    const found = apps.flatMap(listAllFindings);
    const isFound = ({ rule, at }: Finding) =>
      found.some(
        (finding) => finding.rule === rule && `${withoutStack(finding.at)}/`.startsWith(`${withoutStack(at)}/`),
      );
    expect(found.length).toBeGreaterThan(200);
    expect(acknowledged.filter((one) => !isFound(one))).toEqual([]);
    expect(acknowledged.filter(({ reason }) => reason.length < "Art is for everywhere".length)).toEqual([]);
  });
});
