import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CloudFrontClient,
  GetDistributionConfigCommand,
  UpdateDistributionCommand,
  waitUntilDistributionDeployed,
} from "@aws-sdk/client-cloudfront";
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { StripeKeys } from "#lambdas/areas/purchases/stripe/open-payments.ts";
import { deriveSigningKey } from "#lambdas/platform/signing/open-signing.ts";
import { readSigningSecret, type SigningSecret } from "#lambdas/platform/signing/signing-secret.ts";
import { findOriginSecret, rotateOriginSecret, withOriginSecret } from "#lib/site/origin-headers.ts";
import { OriginSecret } from "#shared/origin-secret.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { readJsonInput } from "../command/read-json-input.ts";
import { getStageName, requireResourceId, type Stage } from "../command/stage.ts";
import { getStripeUrl } from "../ledger/open-stripe.ts";

/** Several times as long as CloudFront usually takes. */
const MAX_UPDATE_SECONDS = 30 * 60;

const POLL_SECONDS = { minDelay: 2, maxDelay: 30 };

interface SecretText {
  read(): Promise<string>;
  /** The former value stays readable under the stage AWSPREVIOUS. */
  write(value: string): Promise<unknown>;
}

function openSecretText(SecretId: string): SecretText {
  const client = new SecretsManagerClient({});
  return {
    read: async () => (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? "",
    write: (SecretString) => client.send(new PutSecretValueCommand({ SecretId, SecretString })),
  };
}

function openOriginSecret(arn: string) {
  const text = openSecretText(arn);
  return {
    read: async (): Promise<OriginSecret> => OriginSecret.parse(JSON.parse(await text.read())),
    write: (value: OriginSecret) => text.write(JSON.stringify(value)),
  };
}

function openEdge(Id: string) {
  const client = new CloudFrontClient({});
  const read = async () => {
    const { DistributionConfig: config, ETag } = await client.send(new GetDistributionConfigCommand({ Id }));
    if (!config) throw new Error(`CloudFront has no configuration of ${Id}`);
    return { config, ETag };
  };
  const waitUntilDeployed = () =>
    waitUntilDistributionDeployed({ client, maxWaitTime: MAX_UPDATE_SECONDS, ...POLL_SECONDS }, { Id });
  return {
    /** The value that every edge location sends: the configured one, once its deployment is complete. */
    async readDeployedValue() {
      await waitUntilDeployed();
      return findOriginSecret((await read()).config);
    },
    /** Changes the value that CloudFront sends, and waits until every edge location has it. */
    async setValue(value: string) {
      const { config, ETag } = await read();
      const DistributionConfig = withOriginSecret(config, value);
      await client.send(new UpdateDistributionCommand({ Id, IfMatch: ETag, DistributionConfig }));
      await waitUntilDeployed();
    },
  };
}

interface Rotation extends Pick<Call, "isDry" | "stage" | "record"> {
  /** Seconds for which functions may use a cached value. */
  readonly wait: number;
  /** Only drops the previous value. */
  readonly dropsPrevious: boolean;
}

async function rotateOrigin({ wait, dropsPrevious, isDry, stage, record }: Rotation) {
  const resolvedStage = await stage();
  const arn = resolvedStage.output("OriginSecret");
  const stored = openOriginSecret(arn);
  // The laptop's edge reads the secret itself.
  const edge = resolvedStage.isLaptop ? undefined : openEdge(resolvedStage.output("DistributionId"));
  const { current, previous } = await stored.read();
  if (isDry) return console.log(`The secret has ${previous ? "two values" : "one value"}. ${NOTHING_DONE}`);
  if (dropsPrevious) {
    if (edge && (await edge.readDeployedValue()) !== current)
      throw new CommandError("CloudFront still sends the previous value.");
    await record("secret.rotate", arn, () => stored.write({ current }));
    return console.log("Only the current value is valid now.");
  }
  const rotated = rotateOriginSecret(
    { current, previous },
    await edge?.readDeployedValue(),
    randomBytes(32).toString("hex"),
  );
  await record("secret.rotate", arn, async () => {
    await stored.write(rotated);
    console.log("Both the new and the previous value are valid.");
    if (!edge) return;
    // A function that hasn't read the new value yet would reject it.
    await sleep(wait * 1000);
    await edge.setValue(rotated.current);
    console.log("CloudFront sends the new value from every edge location.");
  });
}

const getPublicId = (secret: string) => deriveSigningKey(secret).keyId;

/** The new key is published before it signs, so that a certificate's key can always be found. */
async function rotateSigningKey({ wait, isDry, stage, record }: Rotation) {
  const resolvedStage = await stage();
  const arn = await requireResourceId(resolvedStage, "AWS::SecretsManager::Secret", "SigningKey");
  const secret = openSecretText(arn);
  const before = readSigningSecret(await secret.read());
  if (isDry) return console.log(`${getPublicId(before.current)} is the current signing key. ${NOTHING_DONE}`);
  await record("secret.rotate", arn, async () => {
    // A run that was interrupted while waiting has already stored the next key.
    const next = before.next ?? randomBytes(32).toString("hex");
    await secret.write(JSON.stringify({ ...before, next } satisfies SigningSecret));
    console.log(`${getPublicId(next)} is published.`);
    await sleep(wait * 1000);
    const { next: published, current, previous } = readSigningSecret(await secret.read());
    if (published !== next) throw new CommandError("Another rotation is running or has finished; its key was kept.");
    const after: SigningSecret = { current: next, previous: [current, ...previous] };
    await secret.write(JSON.stringify(after));
    console.log(
      `${getPublicId(next)} is the signing key now; still published: ${after.previous.map(getPublicId).join(", ")}.`,
    );
  });
}

/** Throws CommandError for a key of the wrong mode, or one that Stripe rejects; a restricted key that is valid gets a 403. */
async function requireUsableKey(stage: Stage, key: string) {
  const isProduction = getStageName(stage.name) === "production";
  if (/^[sr]k_live_/.test(key) !== isProduction) {
    throw new CommandError(
      `secretKey: ${isProduction ? "production requires a live key" : "only production may use a live key"}.`,
    );
  }
  const request = { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(10_000) };
  const response = await fetch(new URL("/v1/balance", getStripeUrl()), request).catch(() => undefined);
  if (response?.status === 401) throw new CommandError("secretKey: Stripe rejected the key.");
  if (!response?.ok && response?.status !== 403)
    throw new CommandError("secretKey: Stripe is unavailable, so the key couldn't be verified.");
}

/** Keeps omitted values. Errors name invalid values without printing them. */
async function rotateStripe({ isDry, stage, record }: Rotation) {
  const resolvedStage = await stage();
  const arn = resolvedStage.output("StripeSecret");
  const input = await readJsonInput("the new values");
  const names = Object.keys(input);
  const unknownNames = names.filter((name) => !Object.hasOwn(StripeKeys.shape, name));
  if (unknownNames.length > 0 || names.length === 0) {
    throw new CommandError(`Allowed keys: ${Object.keys(StripeKeys.shape).join(", ")}.`);
  }
  const secret = openSecretText(arn);
  const currentText = await secret.read();
  const { data, error } = StripeKeys.safeParse({
    ...(/^\{\s*"/.test(currentText) ? JSON.parse(currentText) : {}),
    ...input,
  });
  if (!data) throw new CommandError(`${error.issues.map(({ path }) => path.join(".")).join(", ")}: invalid format.`);
  if (names.includes("secretKey")) await requireUsableKey(resolvedStage, data.secretKey);
  if (isDry) return console.log(`This would replace ${names.join(", ")}. ${NOTHING_DONE}`);
  await record("secret.rotate", arn, () => secret.write(JSON.stringify(data)));
  console.log(
    `Replaced ${names.join(", ")}; functions use it within five minutes. The former secret is stored as AWSPREVIOUS.`,
  );
}

const SECRETS: Readonly<Record<string, (rotation: Rotation) => Promise<void>>> = {
  "origin-secret": rotateOrigin,
  "signing-key": rotateSigningKey,
  stripe: rotateStripe,
};

export const command = defineCommand({
  usage: ["origin-secret", "signing-key", "stripe < keys.json"],
  description: [
    "origin-secret accepts a new value beside the previous one, waits until every function has reloaded the secret, then switches CloudFront to it.",
    "signing-key publishes a new key, waits the same way, then signs with it; certificates signed with former keys stay valid.",
    "stripe replaces the secret key and webhook secrets with those of a JSON object, after verifying the key with Stripe.",
    "If a run is interrupted, run it again.",
  ],
  options: {
    wait: {
      value: "<seconds>",
      default: "300",
      description: "how long functions may cache the secret",
    },
    "drop-previous": { description: "with origin-secret: only drop the previous value" },
  },
  async run({ positionals: [name = "", ...rest], values, ...context }) {
    const wait = Number(values.wait);
    const rotate = Object.hasOwn(SECRETS, name) ? SECRETS[name] : undefined;
    if (!rotate || rest.length > 0) throw new CommandError(`Expected one of: ${Object.keys(SECRETS).join(", ")}.`);
    if (!Number.isInteger(wait) || wait < 0) throw new CommandError(`--wait ${values.wait} isn't valid.`);
    const dropsPrevious = values["drop-previous"];
    if (dropsPrevious && rotate !== rotateOrigin)
      throw new CommandError("--drop-previous is only valid with origin-secret.");
    return rotate({ ...context, wait, dropsPrevious });
  },
});
