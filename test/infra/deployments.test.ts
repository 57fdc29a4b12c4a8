import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCommit } from "#bin/read-commit.ts";
import { PROJECT } from "#lib/bundling/entries.ts";
import { openApp } from "#lib/stacks/app.ts";
import { DEPLOYMENTS, stageValues } from "#lib/stacks/deployments.ts";
import { getStage, missingValues, STAGES, type StageValues } from "#lib/stacks/stages.ts";
import { makeRepository } from "#test/support/git-repository.ts";
import { getStack } from "./support/synthesize-stack.ts";

const account = "111122223333";
const region = "eu-central-1";
const domain = { name: "ochre.example", certificateArn: `arn:aws:acm:us-east-1:${account}:certificate/a-1` };
const toVaultArn = (region: string) => `arn:aws:backup:${region}:${account}:backup-vault:copies`;
const whole = {
  account,
  region,
  domain,
  alarmMail: "ops@ochre.example",
  monthlyBudget: 300,
  runbook: "https://ochre.example/runbook",
};

/** Runs the CDK app with `-c` values; returns its exit status and errors. */
function refusal(context: Readonly<Record<string, string>>) {
  const { stderr, status } = spawnSync(process.execPath, ["bin/marketplace.ts"], {
    cwd: PROJECT,
    encoding: "utf8",
    env: { PATH: process.env.PATH, CDK_CONTEXT_JSON: JSON.stringify(context) },
  });
  return { status, stderr };
}

describe("the values of a deployment", () => {
  test.each(Object.entries(DEPLOYMENTS))("of %s in the repository are valid", (name, deployment) => {
    expect(() => stageValues(name, deployment)).not.toThrow();
  });

  test.each([
    [{ account: "1234" }, "dev: account: an account has twelve digits"],
    [{ region: "Frankfurt" }, "dev: region: isn't a region"],
    [{ domain: { name: "https://ochre.example", certificateArn: domain.certificateArn } }, "dev: domain.name: isn't a"],
    [{ domain: { name: "ochre.example" } }, "dev: domain.certificateArn: "],
    [
      { domain: { ...domain, certificateArn: "arn:aws:acm:eu-central-1:111122223333:certificate/a" } },
      "dev: domain.certificateArn: isn't a certificate in us-east-1",
    ],
    [
      { restoredTable: { name: "other", streamArn: `arn:aws:dynamodb:${region}:${account}:table/back/stream/2026` } },
      "dev: restoredTable.streamArn: isn't a stream of other",
    ],
    [{ ...whole, account: "999999999999" }, "isn't a certificate of account 999999999999"],
    [{ domain: { ...domain, hostedZoneId: "zone" } }, "dev: domain.hostedZoneId: isn't a hosted zone"],
    [{ alarmMail: "ops" }, "dev: alarmMail: isn't an e-mail address"],
    [{ pagerMail: "pager" }, "dev: pagerMail: isn't an e-mail address"],
    [{ ...whole, monthlyBudget: 0 }, "dev: monthlyBudget: isn't an amount of dollars"],
    [{ monthlyBudget: 300 }, "dev: monthlyBudget: needs alarmMail, which is notified before it is used up"],
    [{ runbook: "docs/runbook.md" }, "dev: runbook: isn't the address of a page"],
    [{ stripePublishableKey: "sk_live_1" }, "dev: stripePublishableKey: must begin with pk_"],
    [{ alarmEmail: "ops@ochre.example" }, "dev: alarmEmail isn't known"],
    [{ backupVault: "vault" }, "dev: backupVault: isn't the ARN of a backup vault"],
    [{ backupVault: toVaultArn("eu-west-1") }, "dev: backupVault: needs a stage that keeps its data"],
    [{ ...whole, backupVault: toVaultArn(region) }, "dev: backupVault: must be in another account or region"],
    [{ features: { payment: true } }, "dev: payment isn't known"],
    [{ tax: "always" }, 'dev: tax: is "none" or "stripe"'],
    [{ tax: "stripe" }, "dev: tax: needs legalEntity with the VAT number, which receipts and invoices require"],
    [
      { tax: "stripe", legalEntity: { name: "Ochre GmbH", address: "Berlin" } },
      "dev: tax: needs legalEntity with the VAT",
    ],
    [{ legalEntity: { name: "Ochre GmbH" } }, "dev: legalEntity.address: "],
  ])("%j is refused", (deployment, problem) => {
    expect(() => stageValues("dev", deployment)).toThrow(problem);
  });

  test("move all calls at once to a restored table until it is marked as deployed", () => {
    const streamArn = `arn:aws:dynamodb:${region}:${account}:table/back/stream/2026`;
    const releaseWith = (restoredTable: object) =>
      getStage("production", stageValues("production", { ...whole, restoredTable })).release;
    expect(releaseWith({ name: "back", streamArn })).toBe("at-once");
    expect(releaseWith({ name: "back", streamArn, deployed: false })).toBe("at-once");
    expect(releaseWith({ name: "back", streamArn, deployed: true })).toBe("gradual");
    expect(getStage("production", stageValues("production", whole)).release).toBe("gradual");
  });

  test("set account, region and the stage's values", async () => {
    const values = stageValues("production", { ...whole, stripePublishableKey: "pk_live_1" });
    expect(missingValues(getStage("production", values))).toEqual([]);
    expect(getStage("dev", values).stripe).toMatchObject({ publishableKey: "pk_live_1" });
    const { stack } = await getStack("production", values);
    expect(stack).toMatchObject({ account, region });
  });
});

describe("without required values", () => {
  test.each(STAGES)("%s can be synthesized, but a rule of CloudFormation refuses each of its stacks", async (name) => {
    const { template, part, stage } = await getStack(name);
    const stacks = [template, part("edge"), ...(stage.firewall ? [part("firewall")] : [])];
    for (const { Rules, Parameters } of stacks.map((stack) => stack.toJSON())) {
      expect(Rules.Deployable.Assertions).toEqual([
        {
          Assert: { "Fn::Contains": [["deployable"], { Ref: "BootstrapVersion" }] },
          AssertDescription: expect.stringContaining("account and region"),
        },
      ]);
      expect(Parameters).toHaveProperty("BootstrapVersion");
    }
  });

  test("production requires more values, and has no such rule with all of them", async () => {
    expect(missingValues(getStage("production"))).toEqual([
      "account and region",
      "domain",
      "alarmMail",
      "monthlyBudget",
      "runbook",
    ]);
    expect(missingValues(getStage("staging", stageValues("staging", { account, region })))).toEqual([]);
    const { templates } = await getStack("production", stageValues("production", whole));
    for (const { Rules = {} } of templates.values() as Iterable<{ Rules?: object }>) {
      expect(Rules).not.toHaveProperty("Deployable");
    }
  });

  test("the deploy command fails with one line", () => {
    const { stderr, status } = refusal({ stage: "production", deploying: "true" });
    expect(stderr.trim()).toMatch(/^production can't be deployed: set .+ in lib\/stacks\/deployments\.ts\.$/);
    expect(status).toBe(1);
  });
});

test("only a deployment's stack has its commit in the outputs", async () => {
  const getOutputs = async (values: StageValues) => (await getStack("production", values)).template.toJSON().Outputs;
  expect(await getOutputs({ commit: "1a2b" })).toMatchObject({ Commit: { Value: "1a2b" } });
  expect(await getOutputs({ commit: "1a2b" })).not.toHaveProperty("PreviousCommit");
  expect(await getOutputs({ commit: "1a2b", previousCommit: "0f1e" })).toMatchObject({
    PreviousCommit: { Value: "0f1e" },
  });
  expect(await getOutputs({})).not.toHaveProperty("Commit");
});

test("the commit is the folder's HEAD, marked as dirty if files differ", () => {
  const { folder, git, commit } = makeRepository();
  writeFileSync(join(folder, "file"), "one");
  git("add", "file");
  const one = commit("One");
  git("tag", "--annotate", "v1", "--message", "One");
  expect(readCommit(folder)).toBe(one);
  writeFileSync(join(folder, "file"), "two");
  expect(readCommit(folder)).toBe(`${one}-dirty`);
});

test("-c accepts none of these values", () => {
  const names = [
    "domain",
    "certificate",
    "hostedZone",
    "mailFrom",
    "operatorsMail",
    "alarmMail",
    "pagerMail",
    "runbook",
    "stripePublishableKey",
    "costMonitor",
    "backupVault",
    "counterNoticeDays",
    "features",
  ];
  const context = Object.fromEntries(names.map((name) => [name, "x"]));
  const { stderr, status } = refusal({ stage: "production", ...context });
  expect(stderr.trim()).toBe(`-c ${names.join(", ")} isn't taken: set it in lib/stacks/deployments.ts.`);
  expect(status).toBe(1);
});

test("an unknown stage is refused", () => {
  expect(refusal({ stage: "prod" })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Unknown stage "prod"'),
  });
});

test("cdk.json sets every feature flag that this version of the CDK recommends, and each app has them", () => {
  const read = (path: string) => JSON.parse(readFileSync(join(PROJECT, path), "utf8"));
  const recommended = read("node_modules/aws-cdk-lib/recommended-feature-flags.json");
  expect(read("cdk.json").context).toMatchObject(recommended);
  const app = openApp({ outdir: undefined, checks: true });
  for (const [flag, value] of Object.entries(recommended)) expect(app.node.tryGetContext(flag), flag).toEqual(value);
});

test("a deployment enables features of its stage, and leaves the others", async () => {
  const { features } = getStage("production", stageValues("production", { ...whole, features: { payments: true } }));
  expect(features).toEqual({ payments: true, discounts: false, dashboard: false, gif: false });
  const { template } = await getStack("production", { features: { payments: true } });
  expect(Object.keys(template.toJSON().Outputs)).toContain("StripeWebhook");
});
