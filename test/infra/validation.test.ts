import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createApp, VARIANTS } from "./support/synthesize-stack.ts";

/** The stack's own warnings about missing values. */
const OWN_WARNING = /^Annotation::ochre:/;

test.each(VARIANTS)("CloudFormation's validation finds nothing in stage %s %j", async (name, variant) => {
  const { app } = await createApp(name, variant, { checks: true });
  app.synth();

  // The report exists only if a validation ran.
  const report: Report = JSON.parse(readFileSync(join(app.outdir, "validation-report.json"), "utf8"));
  const found = report.pluginReports.flatMap(({ violations }) => violations);
  expect(found.filter(({ ruleName }) => !OWN_WARNING.test(ruleName))).toEqual([]);
});

interface Report {
  readonly pluginReports: readonly { readonly violations: readonly { readonly ruleName: string }[] }[];
}
