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
import { BadCommand } from "../command/bad-command.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { readInput } from "../command/read-input.ts";
import { getStageName, type Stage, theOnly } from "../command/stage.ts";
import { getStripeUrl } from "../ledger/open-stripe.ts";

/** Several times what CloudFront needs. */
const MAX_UPDATE_SECONDS = 30 * 60;

const POLL_SECONDS = { minDelay: 2, maxDelay: 30 };

interface Text {
  read(): Promise<string>;
  /** The value before stays under the stage AWSPREVIOUS. */
  write(value: string): Promise<unknown>;
}

function openText(SecretId: string): Text {
  const client = new SecretsManagerClient({});
  return {
    read: async () => (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? "",
    write: (SecretString) => client.send(new PutSecretValueCommand({ SecretId, SecretString })),
  };
}

function openStored(arn: string) {
  const text = openText(arn);
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
  const deployed = () =>
    waitUntilDistributionDeployed({ client, maxWaitTime: MAX_UPDATE_SECONDS, ...POLL_SECONDS }, { Id });
  return {
    /**
     * The value that every edge sends. The configuration shows the requested value, which the last edges get at the end
     * of its deployment.
     */
    async sent() {
      await deployed();
      return findOriginSecret((await read()).config);
    },
    /** Changes the value that CloudFront sends, and waits for every edge. */
    async send(value: string) {
      const { config, ETag } = await read();
      const DistributionConfig = withOriginSecret(config, value);
      await client.send(new UpdateDistributionCommand({ Id, IfMatch: ETag, DistributionConfig }));
      await deployed();
    },
  };
}

interface Rotation extends Pick<Call, "isDry" | "stage" | "record"> {
  /** Seconds for which functions may use a cached value. */
  readonly wait: number;
  /** Only the previous value is ended. */
  readonly drops: boolean;
}

async function rotateOrigin({ wait, drops, isDry, stage, record }: Rotation) {
  const opened = await stage();
  const arn = opened.output("OriginSecret");
  const stored = openStored(arn);
  // The laptop's edge reads the secret itself.
  const edge = opened.isLaptop ? undefined : openEdge(opened.output("DistributionId"));
  const { current, previous } = await stored.read();
  if (isDry) return console.log(`The secret holds ${previous ? "two values" : "one value"}. ${NOTHING_DONE}`);
  if (drops) {
    if (edge && (await edge.sent()) !== current) throw new BadCommand("CloudFront still sends the previous value.");
    await record("secret.rotate", arn, () => stored.write({ current }));
    return console.log("Only the current value is good now.");
  }
  const rotated = rotateOriginSecret({ current, previous }, await edge?.sent(), randomBytes(32).toString("hex"));
  await record("secret.rotate", arn, async () => {
    await stored.write(rotated);
    console.log("The new value and the previous one are good.");
    if (!edge) return;
    // A function that hasn't read the new value yet would refuse it.
    await sleep(wait * 1000);
    await edge.send(rotated.current);
    console.log("CloudFront sends the new value everywhere.");
  });
}

const getPublicId = (secret: string) => deriveSigningKey(secret).keyId;

/** The new key is published before it signs, so that a certificate's key can always be found. */
async function rotateSigningKey({ wait, isDry, stage, record }: Rotation) {
  const opened = await stage();
  const arn = await theOnly(opened, "AWS::SecretsManager::Secret", "SigningKey");
  const secret = openText(arn);
  const before = readSigningSecret(await secret.read());
  if (isDry) return console.log(`${getPublicId(before.current)} signs. ${NOTHING_DONE}`);
  await record("secret.rotate", arn, async () => {
    // A run that was interrupted while waiting has already stored the next key.
    const next = before.next ?? randomBytes(32).toString("hex");
    await secret.write(JSON.stringify({ ...before, next } satisfies SigningSecret));
    console.log(`${getPublicId(next)} is published.`);
    await sleep(wait * 1000);
    const { next: published, current, previous } = readSigningSecret(await secret.read());
    if (published !== next) throw new BadCommand("Another rotation runs or has ended: what it published stays.");
    const after: SigningSecret = { current: next, previous: [current, ...previous] };
    await secret.write(JSON.stringify(after));
    console.log(`${getPublicId(next)} signs; ${after.previous.map(getPublicId).join(", ")} stay published.`);
  });
}

/** Throws BadCommand for a key of another mode than the stage's, or unknown to Stripe; for a restricted key a 403 means known. */
async function requireUsableKey(stage: Stage, key: string) {
  const isProduction = getStageName(stage.name) === "production";
  if (/^[sr]k_live_/.test(key) !== isProduction) {
    throw new BadCommand(
      `secretKey: ${isProduction ? "production takes a live key" : "a live key is for production alone"}.`,
    );
  }
  const request = { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(10_000) };
  const answer = await fetch(new URL("/v1/balance", getStripeUrl()), request).catch(() => undefined);
  if (answer?.status === 401) throw new BadCommand("secretKey: Stripe doesn't know it.");
  if (!answer?.ok && answer?.status !== 403) throw new BadCommand("secretKey: Stripe can't be asked about it now.");
}

/** Omitted values stay. Errors name invalid values without printing them. */
async function rotateStripe({ isDry, stage, record }: Rotation) {
  const opened = await stage();
  const arn = opened.output("StripeSecret");
  const given = await readInput("the new values");
  const names = Object.keys(given);
  const unknownNames = names.filter((name) => !Object.hasOwn(StripeKeys.shape, name));
  if (unknownNames.length > 0 || names.length === 0) {
    throw new BadCommand(`The values are: ${Object.keys(StripeKeys.shape).join(", ")}.`);
  }
  const secret = openText(arn);
  const present = await secret.read();
  const { data, error } = StripeKeys.safeParse({ ...(/^\{\s*"/.test(present) ? JSON.parse(present) : {}), ...given });
  if (!data)
    throw new BadCommand(`${error.issues.map(({ path }) => path.join(".")).join(", ")}: not of Stripe's form.`);
  if (names.includes("secretKey")) await requireUsableKey(opened, data.secretKey);
  if (isDry) return console.log(`${names.join(", ")} would be replaced. ${NOTHING_DONE}`);
  await record("secret.rotate", arn, () => secret.write(JSON.stringify(data)));
  console.log(`${names.join(", ")} replaced; functions read it within five minutes. AWSPREVIOUS names what was there.`);
}

const SECRETS: Readonly<Record<string, (rotation: Rotation) => Promise<void>>> = {
  "origin-secret": rotateOrigin,
  "signing-key": rotateSigningKey,
  stripe: rotateStripe,
};

export const command = defineCommand({
  usage: ["origin-secret", "signing-key", "stripe < keys.json"],
  description: [
    "origin-secret makes a new value and the previous one good, waits until every function has read them, and has CloudFront send",
    "the new one. signing-key publishes a new key, waits the same way, and has it sign; certificates of former keys stay good.",
    "stripe puts secretKey and webhook secrets of a JSON object in the place of what is there, once Stripe knows the key.",
    "A run that ended while it waited is simply started again.",
  ],
  options: {
    wait: {
      value: "<seconds>",
      default: "300",
      description: "how long functions may continue with the secret that they have read",
    },
    "drop-previous": { description: "of origin-secret: only ends the previous value" },
  },
  async run({ words: [name = "", ...rest], values, ...work }) {
    const wait = Number(values.wait);
    const rotate = Object.hasOwn(SECRETS, name) ? SECRETS[name] : undefined;
    if (!rotate || rest.length > 0) throw new BadCommand(`Say one of: ${Object.keys(SECRETS).join(", ")}.`);
    if (!Number.isInteger(wait) || wait < 0) throw new BadCommand(`--wait ${values.wait} isn't valid.`);
    const drops = values["drop-previous"];
    if (drops && rotate !== rotateOrigin) throw new BadCommand("--drop-previous is of origin-secret.");
    return rotate({ ...work, wait, drops });
  },
});
