import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, type AppProps } from "aws-cdk-lib";
import { PROJECT } from "../bundling/entries.ts";

/** Feature flags that check AWS's own rules at each synthesis and put warnings into a report. */
const REPORTS = ["@aws-cdk/core:validateAgainstDefaultRules", "@aws-cdk/core:annotationsInValidationReport"];

interface Options {
  readonly outdir: string | undefined;
  /** True to check the template and print a report, which doubles the synthesis time. */
  readonly checks: boolean;
}

/** A CDK app with the feature flags of cdk.json, which otherwise only the CDK's CLI sets. */
export function openApp({ outdir, checks }: Options): App {
  const { context } = JSON.parse(readFileSync(join(PROJECT, "cdk.json"), "utf8")) as { context: AppProps["context"] };
  const unchecked = checks ? {} : Object.fromEntries(REPORTS.map((flag) => [flag, false]));
  return new App({
    outdir,
    context: { ...context, ...unchecked },
    builtinCloudFormationValidation: checks,
    analyticsReporting: false,
  });
}
