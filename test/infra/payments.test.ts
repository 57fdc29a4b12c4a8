import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MAX_REQUEST_MS } from "#lambdas/areas/purchases/stripe/open-payments.ts";
import { STRIPE_SCRIPT, type StageName, type StageValues } from "#lib/stacks/stages.ts";
import { WEBHOOK_EVENTS } from "#shared/webhook-events.ts";
import { createApp, getStack } from "./support/synthesize-stack.ts";
import { functionNamed, listResources, shown } from "./support/template.ts";

const KEY = "pk_test_of_ours";
const CERTIFICATE = "arn:aws:acm:us-east-1:111122223333:certificate/ours";
const withKey: StageValues = { stripe: { script: STRIPE_SCRIPT, publishableKey: KEY } };

interface Headers {
  readonly CustomHeadersConfig: { readonly Items: readonly { readonly Header: string; readonly Value: string }[] };
  readonly SecurityHeadersConfig: { readonly ContentSecurityPolicy: { readonly ContentSecurityPolicy: unknown } };
}

async function getHeaders(stage: StageName, values: StageValues) {
  const { template } = await getStack(stage, values);
  const [policies = {}] = listResources(template, "AWS::CloudFront::ResponseHeadersPolicy").map(
    ([, { Properties }]) => Properties,
  );
  return policies.ResponseHeadersPolicyConfig as Headers;
}

/** The sources of each directive of the content security policy. */
async function getPolicy(stage: StageName, values: StageValues = {}) {
  const { SecurityHeadersConfig } = await getHeaders(stage, values);
  const policy = shown(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
  return new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]));
}

/** The site's `config.json` in the stack's assets. */
async function getConfig(stage: StageName, values: StageValues = {}) {
  const { app } = await createApp(stage, values);
  app.synth();
  const files = readdirSync(app.outdir, { recursive: true, encoding: "utf8" });
  const file = files.find((name) => name.endsWith("config.json"));
  return JSON.parse(readFileSync(join(app.outdir, file ?? ""), "utf8"));
}

describe("a stage with payments and a publishable key", () => {
  test("has the key and the script in the site's configuration", async () => {
    expect((await getConfig("dev", withKey)).payments).toEqual({ script: STRIPE_SCRIPT, publishableKey: KEY });
  });

  test("allows only Stripe's script, frames and API in its content security policy", async () => {
    const policy = await getPolicy("dev", withKey);
    expect(policy.get("script-src")).toContain("https://js.stripe.com");
    expect(policy.get("frame-src")).toEqual([
      "https://js.stripe.com",
      "https://*.js.stripe.com",
      "https://hooks.stripe.com",
    ]);
    expect(policy.get("connect-src")).toContain("https://api.stripe.com");
    const foreign = new Set([...policy.values()].flat().filter((source) => source.startsWith("https://")));
    expect([...foreign].filter((source) => !/^https:\/\/([\w*]+\.)?(js|api|hooks)\.stripe\.com$/.test(source))).toEqual(
      [expect.stringMatching(/^https:\/\/<PicturesOriginals/)],
    );
  });
});

test.each([
  ["dev", withKey, '(self "https://js.stripe.com")', "same-origin-allow-popups"],
  ["dev", {}, "(self)", "same-origin"],
  ["production", withKey, "(self)", "same-origin"],
] as const)(
  "on %s with %j the permissions policy allows wallets only with Stripe's script",
  async (stage, values, frames, opener) => {
    const { Items } = (await getHeaders(stage, values)).CustomHeadersConfig;
    const sent = Object.fromEntries(Items.map(({ Header, Value }) => [Header, Value]));
    expect(sent["permissions-policy"]).toContain(`payment=${frames}, publickey-credentials-get=${frames}`);
    expect(sent["cross-origin-opener-policy"]).toBe(opener);
  },
);

test("the timeout of every paying function covers two requests of maximum duration", async () => {
  const { template } = await getStack("local");
  const payers = listResources(template, "AWS::Lambda::Function").filter(([, { Properties }]) =>
    JSON.stringify(Properties?.Environment ?? {}).includes("STRIPE_SECRET_ARN"),
  );
  expect(payers.length).toBeGreaterThan(2);
  for (const [, { Properties }] of payers) {
    expect(Number(Properties?.Timeout) * 1000).toBeGreaterThan(2 * MAX_REQUEST_MS);
  }
});

test.each([
  ["production", withKey],
  ["dev", {}],
  ["local", {}],
] as const)("Stripe may not be loaded on %s with %j", async (stage, values) => {
  expect(JSON.stringify([...(await getPolicy(stage, values))])).not.toContain("stripe.com");
});

test("production has no payments in the site's configuration, even with a key", async () => {
  expect((await getConfig("production", withKey)).payments).toBeUndefined();
});

test("the laptop's script is served by the site's own origin", async () => {
  expect((await getConfig("local")).payments).toEqual({
    script: expect.stringMatching(/^\/__local\//),
    publishableKey: expect.stringMatching(/^pk_test_/),
  });
});

test("a stage with payments has outputs for the secret, the webhook and its events", async () => {
  const { template } = await getStack("dev", { domain: { name: "ochre.example", certificateArn: CERTIFICATE } });
  const { Outputs } = template.toJSON() as { Outputs: Record<string, { Value: unknown }> };
  expect(Outputs.StripeEvents?.Value).toBe(WEBHOOK_EVENTS.platform.join(" "));
  expect(Outputs.StripeConnectEvents?.Value).toBe(WEBHOOK_EVENTS.connect.join(" "));
  expect(Outputs.StripeAccountEvents?.Value).toBe(WEBHOOK_EVENTS.accounts.join(" "));
  expect(Outputs.StripeWebhook?.Value).toBe("https://ochre.example/stripe/webhook");
  expect(shown(Outputs.StripeSecret?.Value)).toMatch(/^<PaymentsStripe/);
});

const legalEntity = { name: "Ochre GmbH", address: "Torstraße 1\n10119 Berlin", vat: "DE123456789" };

test("a stage with tax has its route, its switch in the configuration, and the legal entity in the orders function", async () => {
  const values: StageValues = { tax: "stripe", legalEntity };
  const { template } = await getStack("dev", values);
  expect(JSON.stringify(template.toJSON())).toContain("POST /api/tax");
  expect((await getConfig("dev", values)).features).toMatchObject({ payments: true, tax: true });
  expect(JSON.parse(String(functionNamed(template, "orders").environment.LEGAL_ENTITY))).toEqual(legalEntity);
  expect(functionNamed(template, "users").environment.LEGAL_ENTITY).toBeUndefined();
});

test("a template without tax doesn't mention it", async () => {
  const plain = JSON.stringify((await getStack("dev")).template.toJSON());
  expect(plain).not.toMatch(/\/api\/tax|LEGAL_ENTITY|\\"tax\\"/);
  expect(JSON.stringify((await getStack("dev", { tax: "none" })).template.toJSON())).toBe(plain);
});

test("production's secrets are retained when its stack is deleted", async () => {
  const { template } = await getStack("production");
  const secrets = listResources(template, "AWS::SecretsManager::Secret");
  expect(secrets).toHaveLength(5);
  for (const [id, { DeletionPolicy }] of secrets) expect(DeletionPolicy, id).toBe("Retain");
});
