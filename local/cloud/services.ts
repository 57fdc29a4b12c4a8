import { join } from "node:path";
import type { Endpoints } from "#local/functions/functions.ts";
import { startCognito } from "#local/services/cognito/cognito.ts";
import { startDynamoDb } from "#local/services/dynamodb.ts";
import { startMail } from "#local/services/mail.ts";
import { startS3 } from "#local/services/s3/s3.ts";
import { type SecretService, startSecrets } from "#local/services/secrets.ts";
import { type StripeService, startStripe } from "#local/services/stripe/stripe.ts";
import type { ObjectCreated } from "#local/streams/event-bus.ts";
import { portsBeside } from "./ports-beside.ts";

type Mail = Awaited<ReturnType<typeof startMail>>;
type Cognito = Awaited<ReturnType<typeof startCognito>>;
type S3 = Awaited<ReturnType<typeof startS3>>;

/** The stand-ins, running. */
export interface Services {
  mail: Mail;
  cognito: Cognito;
  s3: S3;
  secrets: SecretService;
  stripe: StripeService;
  dynamoDbUrl: string;
}

export interface ServicePorts {
  /** Runs a pool's trigger. */
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
  /** Has kept the event on disk when it returns. */
  onObjectCreated(event: ObjectCreated): void;
  /** Takes what ends a service again; called as soon as it runs. */
  onStop(stop: () => Promise<void>): void;
}

/** Says in one line which port is taken instead of failing with Node's own error. */
export async function withPort<T>(what: string, port: number, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${port} is taken, and ${what} needs it: free it, or choose other ports with PORT=<number>.`);
  }
}

/** Starts all stand-ins at once, each with its own folder of state. */
export async function startServices(home: string, sitePort: number, ports: ServicePorts): Promise<Services> {
  const at = portsBeside(sitePort);
  const started = async <S extends { stop(): Promise<void> }>(what: string, port: number, start: () => Promise<S>) => {
    const service = await withPort(what, port, start);
    ports.onStop(() => service.stop());
    return service;
  };
  const folder = (name: string) => join(home, name);
  const mailing = started("the mailbox", at.mail, () => startMail({ dir: folder("mail"), port: at.mail }));
  const starting = [
    mailing,
    started("the user pool", at.cognito, () =>
      startCognito({
        dir: folder("cognito"),
        port: at.cognito,
        deliver: async (mail) => (await mailing).deliver(mail),
        invokeTrigger: ports.invokeTrigger,
      }),
    ),
    started("the buckets", at.s3, () =>
      startS3({ dir: folder("s3"), port: at.s3, onObjectCreated: ports.onObjectCreated }),
    ),
    started("the secrets", at.secrets, () => startSecrets({ dir: folder("secrets"), port: at.secrets })),
    started("the payment provider", at.stripe, () => startStripe({ dir: folder("stripe"), port: at.stripe })),
    started("the tables", at.dynamoDb, () => startDynamoDb({ dir: folder("dynamodb"), port: at.dynamoDb })),
  ] as const;
  // All settle before a failure is told, so that whatever did start is known and can be stopped.
  await Promise.allSettled(starting);
  const [mail, cognito, s3, secrets, stripe, dynamoDb] = await Promise.all(starting);
  return { mail, cognito, s3, secrets, stripe, dynamoDbUrl: dynamoDb.url };
}

/** Where functions find the services. */
export const endpointsOf = (
  { mail, cognito, s3, secrets, stripe, dynamoDbUrl }: Services,
  lambdaUrl: string,
): Endpoints => ({
  dynamoDb: dynamoDbUrl,
  s3: s3.url,
  cognito: cognito.url,
  mail: mail.url,
  secrets: secrets.url,
  stripe: stripe.url,
  lambda: lambdaUrl,
});
