import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openApp } from "#lib/app.ts";
import { DEPLOYMENTS, stageValues } from "#lib/deployments.ts";
import { PROJECT } from "#lib/entries.ts";
import { missingValues, STAGES, stageOf } from "#lib/stages.ts";
import { stackOf } from "./support/stack-of.ts";

const account = "111122223333";
const region = "eu-central-1";
const domain = { name: "ochre.example", certificateArn: `arn:aws:acm:us-east-1:${account}:certificate/a-1` };
const whole = { account, region, domain, alarmMail: "ops@ochre.example" };

/** The CDK app as its command calls it, with `-c` values; what it says when it refuses. */
function refusal(context: Readonly<Record<string, string>>) {
  const { stderr, status } = spawnSync(process.execPath, ["bin/marketplace.ts"], {
    cwd: PROJECT,
    encoding: "utf8",
    env: { PATH: process.env.PATH, CDK_CONTEXT_JSON: JSON.stringify(context) },
  });
  return { status, stderr };
}

describe("the values of a deployment", () => {
  test.each(Object.entries(DEPLOYMENTS))("of %s in the repository are right", (name, deployment) => {
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
    [{ ...whole, account: "999999999999" }, "isn't a certificate of account 999999999999"],
    [{ domain: { ...domain, hostedZoneId: "zone" } }, "dev: domain.hostedZoneId: isn't a hosted zone"],
    [{ alarmMail: "ops" }, "dev: alarmMail: isn't an e-mail address"],
    [{ stripePublishableKey: "sk_live_1" }, "dev: stripePublishableKey: has to begin with pk_"],
    [{ alarmEmail: "ops@ochre.example" }, "dev: alarmEmail isn't known"],
  ])("%j is refused", (deployment, problem) => {
    expect(() => stageValues("dev", deployment)).toThrow(problem);
  });

  test("pin account and region, and reach the stage", async () => {
    const values = stageValues("production", { ...whole, stripePublishableKey: "pk_live_1" });
    expect(missingValues(stageOf("production", values))).toEqual([]);
    expect(stageOf("dev", values).stripe).toMatchObject({ publishableKey: "pk_live_1" });
    const { stack } = await stackOf("production", values);
    expect(stack).toMatchObject({ account, region });
  });
});

describe("without what a deployment needs", () => {
  test.each(STAGES)("%s can be looked at, and CloudFormation refuses it", async (name) => {
    const { template } = await stackOf(name);
    const { Deployable } = template.toJSON().Rules;
    expect(Deployable.Assertions).toEqual([
      {
        Assert: { "Fn::Contains": [["deployable"], { Ref: "BootstrapVersion" }] },
        AssertDescription: expect.stringContaining("account and region"),
      },
    ]);
    expect(template.toJSON().Parameters).toHaveProperty("BootstrapVersion");
  });

  test("production also needs domain and alarm address, and the rule is gone once all is there", async () => {
    expect(missingValues(stageOf("production"))).toEqual(["account and region", "domain", "alarmMail"]);
    expect(missingValues(stageOf("staging", stageValues("staging", { account, region })))).toEqual([]);
    const { template } = await stackOf("production", stageValues("production", whole));
    expect(template.toJSON().Rules ?? {}).not.toHaveProperty("Deployable");
  });

  test("the command that deploys stops in one line", () => {
    const { stderr, status } = refusal({ stage: "production", deploying: "true" });
    expect(stderr.trim()).toMatch(/^production can't be deployed: set .+ in lib\/deployments\.ts\.$/);
    expect(status).toBe(1);
  });
});

test("-c takes none of them, because it would be gone with the next deployment that forgets it", () => {
  const names = [
    "domain",
    "certificate",
    "hostedZone",
    "mailFrom",
    "operatorsMail",
    "alarmMail",
    "stripePublishableKey",
  ];
  const context = Object.fromEntries(names.map((name) => [name, "x"]));
  const { stderr, status } = refusal({ stage: "production", ...context });
  expect(stderr.trim()).toBe(`-c ${names.join(", ")} isn't taken: set it in lib/deployments.ts.`);
  expect(status).toBe(1);
});

test("an unknown stage is refused with the names of all", () => {
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
