import { createPublicKey, verify } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { openSigning } from "#lambdas/platform/signing/open-signing.ts";
import { toCanonicalPayload } from "#shared/certificate/proof.ts";
import { readCertificate, readCertificateKey } from "#shared/contract/licenses.ts";
import type { OriginSecret } from "#shared/origin-secret.ts";
import { atFileEnd } from "#test/support/file-end.ts";
import { createGiven } from "#test/support/given.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { startCloudFront } from "#test/support/start-cloudfront.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run, runWith } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const rotate = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", "rotate", ...words, ...ON_STAGE);

let api: Api;
let buyer: { userId: string };
let orderId: string;
let cloudFront: Awaited<ReturnType<typeof startCloudFront>>;

beforeAll(async () => {
  api = await startApi();
  const secret = process.env.SIGNING_SECRET_ARN ?? "";
  cloudFront = await startCloudFront();
  await startStage({
    outputs: { OriginSecret: "origin", DistributionId: "D1" },
    resources: [{ logicalId: "SigningKey1", type: "AWS::SecretsManager::Secret", physicalId: secret }],
  });
  const given = createGiven(api);
  buyer = await given.user();
  const { artworkId } = await given.artwork((await given.user()).userId);
  ({ orderId } = await given.order(artworkId, buyer.userId));
});

/** A signing service that has just read the secret. */
const fresh = () => ({ signing: openSigning({ SIGNING_SECRET_ARN: process.env.SIGNING_SECRET_ARN ?? "" }) });
const certificate = async () =>
  (await api.call(readCertificate, { as: buyer.userId, params: { orderId } }, fresh())).body;
const published = async () => (await api.call(readCertificateKey, {}, fresh())).body;

describe("npm run ops -- rotate signing-key", () => {
  test("signs with a new key, and signatures of former keys still verify with the published ones", async () => {
    const [before, key] = [await certificate(), await published()];
    expect(key.keys).toEqual([{ keyId: key.keyId, publicKey: key.publicKey }]);
    const dry = await rotate("signing-key", "--dry-run");
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining(`${key.keyId} is the current signing key.`) });
    expect((await published()).keyId).toBe(key.keyId);

    for (let times = 1; times <= 2; times++) {
      expect(await rotate("signing-key", "--wait", "0")).toMatchObject({ code: 0 });
      const [after, now] = [await certificate(), await published()];
      expect([now.keys.length, now.keys[0]?.keyId, now.keyId]).toEqual([times + 1, after.keyId, after.keyId]);
      expect(after.keyId).not.toBe(before.keyId);
      for (const { keyId, payload, signature } of [before, after]) {
        const { publicKey = "" } = now.keys.find((each) => each.keyId === keyId) ?? {};
        const bytes = Buffer.from(toCanonicalPayload(payload));
        expect(verify(null, bytes, createPublicKey(publicKey), Buffer.from(signature, "base64"))).toBe(true);
      }
    }
    const folder = inject("temporaryFolder");
    const [file, keys] = [join(folder, "certificate.json"), join(folder, "keys.pem")];
    await writeFile(file, JSON.stringify(before));
    await writeFile(keys, (await published()).keys.map(({ publicKey }) => publicKey).join(""));
    const checked = await run(PROJECT, "bin/verify-certificate.ts", file, "--key", keys);
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining("GENUINE: ") });
    expect(await scanTable(process.env.AUDIT_TABLE_NAME)).toContain("secret.rotate");
  });

  test("continues an interrupted run with the key that it had published", async () => {
    const secret = process.env.SIGNING_SECRET_ARN ?? "";
    api.secrets.put(secret, JSON.stringify({ current: "now", next: "soon", previous: ["once"] }));
    const before = await published();
    expect(before.keys).toHaveLength(3);
    await rotate("signing-key", "--wait", "0");
    const after = await published();
    expect(after.keys.map(({ keyId }) => keyId).sort()).toEqual(before.keys.map(({ keyId }) => keyId).sort());
    expect(after.keyId).toBe(before.keys[1]?.keyId);
  });
});

test("of two concurrent rotations of the signing key one fails, and no former key is lost", async () => {
  const before = await published();
  const both = await Promise.all([rotate("signing-key", "--wait", "4"), rotate("signing-key", "--wait", "4")]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(both.map(({ output }) => output).join("\n")).toContain("Another rotation is running or has finished");
  const after = await published();
  expect(after.keyId).not.toBe(before.keyId);
  expect(after.keys.map(({ keyId }) => keyId)).toEqual(expect.arrayContaining(before.keys.map(({ keyId }) => keyId)));
});

describe("npm run ops -- rotate origin-secret", () => {
  const stored = () =>
    JSON.parse(api.secrets.resolve("{{resolve:secretsmanager:origin:SecretString:::}}")) as OriginSecret;
  const put = (value: OriginSecret) => api.secrets.put("origin", JSON.stringify(value));

  /** Values that an edge sent while no function accepted them. */
  function watchRefused() {
    const refused = new Set<string>();
    const checkSecret = () => {
      if (!Object.values(stored()).includes(cloudFront.sent())) refused.add(cloudFront.sent());
    };
    cloudFront.onCall(checkSecret);
    return () => {
      checkSecret();
      return [...refused];
    };
  }

  test("makes CloudFront send a new value, while functions accept every edge's value", async () => {
    put({ current: "first" });
    cloudFront.change("first", "first");
    const refused = watchRefused();
    expect(await rotate("origin-secret", "--wait", "0")).toMatchObject({ code: 0 });
    const { current, previous } = stored();
    expect([previous, cloudFront.sent(), refused()]).toEqual(["first", current, []]);
    expect(await rotate("origin-secret", "--drop-previous")).toMatchObject({ code: 0 });
    expect([stored(), refused()]).toEqual([{ current }, []]);
  });

  test.each([[["--wait", "0"]], [["--drop-previous"]]])(
    "with %j waits for the edges of an interrupted run",
    async (words) => {
      put({ current: "second", previous: "first" });
      cloudFront.change("first", "second");
      const refused = watchRefused();
      expect(await rotate("origin-secret", ...words)).toMatchObject({ code: 0 });
      expect(refused()).toEqual([]);
    },
  );
});

describe("npm run ops -- rotate stripe", () => {
  const give = (text: string, ...words: readonly string[]) =>
    runWith(text, PROJECT, "bin/ops.ts", "rotate", "stripe", ...words, ...ON_STAGE);
  const stored = () => JSON.parse(api.secrets.resolve("{{resolve:secretsmanager:stripe:SecretString:::}}")) as object;

  test("replaces the given keys and keeps the rest", async () => {
    const before = stored();
    const text = JSON.stringify({ webhookSecret: "whsec_another" });
    expect(await give(text, "--dry-run")).toMatchObject({ code: 0 });
    expect(stored()).toEqual(before);
    const { code, output } = await give(text);
    expect([code, output]).toEqual([0, expect.stringContaining("Replaced webhookSecret")]);
    expect(output).not.toContain("whsec_another");
    expect(stored()).toEqual({ ...before, webhookSecret: "whsec_another" });
  });

  test("accepts a key that Stripe knows", async () => {
    const { secretKey } = stored() as { secretKey: string };
    expect(await give(JSON.stringify({ secretKey }))).toMatchObject({ code: 0 });
  });

  test.each([
    ["", "as a JSON object on standard input"],
    ["{}", "Allowed keys: secretKey, webhookSecret, connectWebhookSecret, accountsWebhookSecret."],
    ['{"publishableKey":"pk_1"}', "Allowed keys: secretKey,"],
    ['{"secretKey":"whsec_mistaken"}', "secretKey: invalid format."],
    ['{"secretKey":"sk_test_mistaken"}', "secretKey: Stripe rejected the key."],
    ['{"secretKey":"rk_live_mistaken"}', "secretKey: only production may use a live key."],
  ])("%j is refused, and no value is printed", async (text, reason) => {
    const before = stored();
    const { code, output } = await give(text);
    expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
    expect(output).not.toContain("mistaken");
    expect(stored()).toEqual(before);
  });
});

describe("npm run ops -- rotate stripe, as Stripe answers about the key", () => {
  const stripe = createServer((request, response) => {
    const status = Number(/(\d{3})$/.exec(request.headers.authorization ?? "")?.[1]);
    if (status) response.writeHead(status).end("{}");
    else request.destroy();
  });
  const stored = () => api.secrets.resolve("{{resolve:secretsmanager:stripe:SecretString:::}}");

  beforeAll(async () => {
    await new Promise<void>((listening) => stripe.listen(0, "127.0.0.1", listening));
    atFileEnd(() => new Promise<void>((closed) => stripe.close(() => closed())));
  });

  /** Rotates the key of the stage with that name; returns exit code and output. */
  async function give(stackName: string, secretKey: string) {
    const { AWS_ENDPOINT_URL_CLOUDFORMATION } = process.env;
    vi.stubEnv("STRIPE_API_URL", `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      Object.assign(process.env, { AWS_ENDPOINT_URL_CLOUDFORMATION });
    });
    await startStage({ stackName });
    const text = JSON.stringify({ secretKey });
    return runWith(text, PROJECT, "bin/ops.ts", "rotate", "stripe", "--stack", stackName);
  }

  test.each([
    ["ochre-production", "sk_live_ok200"],
    ["ochre-production", "rk_live_restricted403"],
    ["ochre-test", "rk_test_restricted403"],
  ])("%s accepts %s", async (stackName, secretKey) => {
    expect(await give(stackName, secretKey)).toMatchObject({ code: 0 });
    expect(stored()).toContain(secretKey);
  });

  test.each([
    ["ochre-production", "sk_test_ok200", "secretKey: production requires a live key."],
    ["ochre-production", "sk_live_unknown401", "secretKey: Stripe rejected the key."],
    ["ochre-production", "sk_live_down503", "secretKey: Stripe is unavailable, so the key couldn't be verified."],
    ["ochre-test", "sk_test_cut", "secretKey: Stripe is unavailable, so the key couldn't be verified."],
  ])("%s refuses %s", async (stackName, secretKey, reason) => {
    const before = stored();
    const { code, output } = await give(stackName, secretKey);
    expect([code, output, stored()]).toEqual([1, expect.stringContaining(reason), before]);
    expect(output).not.toContain(secretKey);
  });
});
