import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { stackOf } from "./support/stack-of.ts";

test("x", async () => {
  const { app, stack } = await stackOf("production");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const t = performance.now();
  let dir = "";
  try {
    dir = app.synth().directory;
  } catch (e) {
    console.log(String(e));
    dir = app.outdir;
  }
  console.log(performance.now() - t, dir);
  const { readdirSync, readFileSync } = await import("node:fs");
  console.log(readdirSync(dir).filter((n) => n.endsWith(".json")));
  for (const f of ["policy-validation-report.json", "validation-report.json"])
    try {
      console.log(readFileSync(dir + "/" + f, "utf8").slice(0, 20000));
    } catch {}
});
