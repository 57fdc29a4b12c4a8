import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  CloudFrontClient,
  GetDistributionConfigCommand,
  UpdateDistributionCommand,
  waitUntilDistributionDeployed,
} from "@aws-sdk/client-cloudfront";
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { originSecretIn, rotateOriginSecret, withOriginSecret } from "#lib/origin-headers.ts";
import { OriginSecret } from "#shared/origin-secret.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";
import { findLaptopSecret } from "./laptop/find-laptop-secret.ts";

const USAGE = `npm run rotate:origin-secret -- --secret <arn> --distribution <id> [options]
  --secret, --distribution   a deployed stage's outputs OriginSecret and DistributionId; without them the running laptop's
  --wait <seconds>           how long functions may go on with the secret that they have read (300)
  --drop-previous            only ends the previous value
PORT=<number>                the laptop's port (3000)`;

/** Half an hour is several times what CloudFront needs. */
const LONGEST_UPDATE_SECONDS = 30 * 60;

function readCommand() {
  const { values } = parseArgs({
    options: {
      secret: { type: "string" },
      distribution: { type: "string" },
      wait: { type: "string", default: "300" },
      "drop-previous": { type: "boolean", default: false },
    },
  });
  const wait = Number(values.wait);
  if (!values.secret !== !values.distribution) throw new BadCommand("A stage needs both: --secret and --distribution.");
  if (!Number.isInteger(wait) || wait < 0) throw new BadCommand(`--wait ${values.wait} isn't valid.`);
  return { secret: values.secret, distribution: values.distribution, wait, drops: values["drop-previous"] };
}

function openStored(SecretId: string) {
  const client = new SecretsManagerClient({});
  return {
    async read(): Promise<OriginSecret> {
      const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
      return OriginSecret.parse(JSON.parse(SecretString));
    },
    write: (value: OriginSecret) =>
      client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(value) })),
  };
}

function openEdge(Id: string) {
  const client = new CloudFrontClient({});
  const read = async () => {
    const { DistributionConfig: config, ETag } = await client.send(new GetDistributionConfigCommand({ Id }));
    if (!config) throw new Error(`CloudFront has no configuration of ${Id}`);
    return { config, ETag };
  };
  return {
    sent: async () => originSecretIn((await read()).config),
    /** Changes what CloudFront sends, and waits until every edge does. */
    async send(value: string) {
      const { config, ETag } = await read();
      const DistributionConfig = withOriginSecret(config, value);
      await client.send(new UpdateDistributionCommand({ Id, IfMatch: ETag, DistributionConfig }));
      await waitUntilDistributionDeployed({ client, maxWaitTime: LONGEST_UPDATE_SECONDS }, { Id });
    },
  };
}

try {
  const { secret, distribution, wait, drops } = readCommand();
  const stored = openStored(secret ?? (await findLaptopSecret("OriginSecret")));
  const edge = distribution ? openEdge(distribution) : undefined;
  if (drops) {
    const { current } = await stored.read();
    if (edge && (await edge.sent()) !== current) throw new Error("CloudFront still sends the previous value.");
    await stored.write({ current });
    console.log("Only the current value is good now.");
  } else {
    const rotated = rotateOriginSecret(await stored.read(), await edge?.sent(), randomBytes(32).toString("hex"));
    await stored.write(rotated);
    console.log("The new value and the previous one are good.");
    if (edge) {
      // A function that hasn't read the new value yet would refuse it.
      await sleep(wait * 1000);
      await edge.send(rotated.current);
      console.log("CloudFront sends the new value everywhere.");
    }
  }
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
