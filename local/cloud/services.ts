import { join } from "node:path";
import type { Access } from "#local/access/access.ts";
import { servicePorts } from "#local/endpoints.ts";
import type { ServiceEndpoints } from "#local/functions/functions.ts";
import { startCognito } from "#local/services/cognito/cognito.ts";
import { startDynamoDb } from "#local/services/dynamodb.ts";
import { type DynamoDbProxy, startDynamoDbProxy } from "#local/services/dynamodb-proxy.ts";
import type { ObjectCreated } from "#local/services/s3/s3.ts";
import { startS3 } from "#local/services/s3/s3.ts";
import { type SecretService, startSecrets } from "#local/services/secrets-manager.ts";
import { startMail } from "#local/services/ses.ts";
import { type StripeService, startStripe } from "#local/services/stripe/stripe.ts";

type Mail = Awaited<ReturnType<typeof startMail>>;
type Cognito = Awaited<ReturnType<typeof startCognito>>;
type S3 = Awaited<ReturnType<typeof startS3>>;

/** The seller's part of a payment moves a moment after the payment, and events come after the answers to their requests. */
const STRIPE_DELAYS = { captureMs: 1_000, eventDelayMs: 1_000 };

/** The running stand-ins. */
export interface Services {
  mail: Mail;
  cognito: Cognito;
  s3: S3;
  secrets: SecretService;
  stripe: StripeService;
  /** DynamoDB Local itself, which asks for no permission. */
  dynamoDbUrl: string;
  /** Where functions find DynamoDB. */
  dynamoDbProxy: DynamoDbProxy;
}

export interface ServiceCallbacks {
  /** Invokes a user pool's Lambda trigger. */
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
  /** Must have persisted the event when it returns. */
  onObjectCreated(event: ObjectCreated): void;
  /** Authorizes functions' calls. */
  access: Access;
  log(text: string): void;
  /** Called when a stand-in without which nothing works has ended by itself. */
  onFailure(error: Error): void;
  /** Called with a service's stop function as soon as it runs. */
  onStop(stop: () => Promise<void>): void;
}

/** Replaces Node's EADDRINUSE error by one line that names the port. */
export async function withPort<T>(what: string, port: number, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${port} is taken, and ${what} needs it: free it, or choose other ports with PORT=<number>.`);
  }
}

/** Starts all stand-ins concurrently, each with its own state folder. */
export async function startServices(home: string, sitePort: number, callbacks: ServiceCallbacks): Promise<Services> {
  const ports = servicePorts(sitePort);
  const { access, log } = callbacks;
  const started = async <S extends { stop(): Promise<void> }>(what: string, port: number, start: () => Promise<S>) => {
    const service = await withPort(what, port, start);
    callbacks.onStop(() => service.stop());
    return service;
  };
  const folder = (name: string) => join(home, name);
  const mailStarting = started("the mailbox", ports.mail, () =>
    startMail({ dir: folder("mail"), port: ports.mail, access }),
  );
  const tablesStarting = started("the tables", ports.dynamoDbLocal, async () => {
    const tables = await startDynamoDb({ dir: folder("dynamodb"), port: ports.dynamoDbLocal });
    void tables.ended.then((line) => callbacks.onFailure(new Error(line)));
    return tables;
  });
  const starting = [
    mailStarting,
    started("the user pool", ports.cognito, () =>
      startCognito({
        dir: folder("cognito"),
        port: ports.cognito,
        deliver: async (mail) => (await mailStarting).deliver(mail),
        invokeTrigger: callbacks.invokeTrigger,
        access,
      }),
    ),
    started("the buckets", ports.s3, () =>
      startS3({ dir: folder("s3"), port: ports.s3, onObjectCreated: callbacks.onObjectCreated, access }),
    ),
    started("the secrets", ports.secrets, () => startSecrets({ dir: folder("secrets"), port: ports.secrets, access })),
    started("the payment provider", ports.stripe, () =>
      startStripe({ dir: folder("stripe"), port: ports.stripe, ...STRIPE_DELAYS }),
    ),
    tablesStarting,
    started("the tables", ports.dynamoDb, async () =>
      startDynamoDbProxy({
        upstream: (await tablesStarting).url,
        port: ports.dynamoDb,
        access,
        log,
      }),
    ),
  ] as const;
  // Wait for all before failing, so that every started service is registered for stopping.
  await Promise.allSettled(starting);
  const [mail, cognito, s3, secrets, stripe, dynamoDb, dynamoDbProxy] = await Promise.all(starting);
  return { mail, cognito, s3, secrets, stripe, dynamoDbUrl: dynamoDb.url, dynamoDbProxy };
}

/** The service endpoints that functions are given. */
export const getEndpoints = (
  { mail, cognito, s3, secrets, stripe, dynamoDbProxy }: Services,
  lambdaUrl: string,
): ServiceEndpoints => ({
  dynamoDb: dynamoDbProxy.url,
  s3: s3.url,
  cognito: cognito.url,
  mail: mail.url,
  secrets: secrets.url,
  stripe: stripe.url,
  lambda: lambdaUrl,
});
