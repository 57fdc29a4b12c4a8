import { randomUUID } from "node:crypto";
import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";
import { LOCAL_CREDENTIALS } from "ochre-local/endpoints";
import { startCognito, startDynamoDbProxy, startMail, startS3, startSecrets, startStripe } from "ochre-local/services";
import { inject } from "vitest";
import { openSecondFactorKeys } from "#lambdas/areas/second-factor/second-factor-keys.ts";
import { answerTrigger, type CustomAuthEvent } from "#lambdas/events/sign-in/prove-sign-in.ts";
import { handler as suppressScopes } from "#lambdas/events/sign-in/suppress-scopes.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { WEBHOOK_EVENTS } from "#shared/webhook-events.ts";
import { createAuditTable, createSearchTable, createTable, createVisitsTable } from "./create-table.ts";
import { atFileEnd } from "./file-end.ts";
import { actAs, openRights } from "./rights.ts";
import { newEndpoint, OPENSEARCH_URL } from "./search/tested-index.ts";

export interface ServiceOptions {
  readonly features: FeatureSwitches;
  readonly now: () => Date;
  readonly onObjectCreated: (event: { bucket: string; key: string }) => void;
}

const SITE_ORIGIN = "http://localhost:3000";

/** Local stand-ins of AWS services for one test file, with their own table and buckets, named by the environment. */
export async function startServices({ features, now, onObjectCreated }: ServiceOptions) {
  const names = {
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    TABLE_NAME: `test-${randomUUID()}`,
    SEARCH_TABLE_NAME: `test-search-${randomUUID()}`,
    AUDIT_TABLE_NAME: `test-audit-${randomUUID()}`,
    VISITS_TABLE_NAME: `test-visits-${randomUUID()}`,
    USER_POOL_ID: "us-east-1_test",
    ORIGINALS_BUCKET: "originals",
    PREVIEWS_BUCKET: "previews",
    SEARCH_BUCKET: "search",
    STRIPE_SECRET_ARN: "stripe",
    SIGNING_SECRET_ARN: "signing",
    CREDENTIALS_SECRET_ARN: "credentials",
    SECOND_FACTOR_SECRET_ARN: "second-factor",
    MAIL_FROM: "hello@ochre.test",
  };
  const access = await openRights(names);
  const mail = await startMail({ access });
  mail.verifyIdentity(names.MAIL_FROM);
  const s3 = await startS3({ onObjectCreated, access });
  const cognito = await startCognito({
    deliver: (message) => mail.deliver(message),
    invokeTrigger: (name, event) =>
      name === "prove-sign-in"
        ? actAs(name, () => answerTrigger(event as CustomAuthEvent, openSecondFactorKeys(names)))
        : suppressScopes(event as PreTokenGenerationV2TriggerEvent),
    now,
    access,
  });
  const [secrets, stripe, dynamoDb] = await Promise.all([
    startSecrets({ access }),
    startStripe({ now }),
    startDynamoDbProxy({ upstream: inject("dynamoDbUrl"), access, log: console.error }),
  ]);
  stripe.webhooks.subscribe(WEBHOOK_EVENTS);
  atFileEnd(() => Promise.all([mail, s3, cognito, secrets, stripe, dynamoDb].map((service) => service.stop())));

  const pool = { poolId: names.USER_POOL_ID, clientId: "test-client" };
  const { providerUrl } = await cognito.ensurePool({
    ...pool,
    triggers: {
      preTokenGeneration: "suppress-scopes",
      defineAuthChallenge: "prove-sign-in",
      createAuthChallenge: "prove-sign-in",
      verifyAuthChallengeResponse: "prove-sign-in",
    },
    adminCreatesUsers: true,
    adminRecovers: true,
    authFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_CUSTOM_AUTH"],
    accessTokenSeconds: LIFETIMES.accessToken,
    refreshTokenSeconds: LIFETIMES.refreshToken,
    rotation: true,
    rotationGraceSeconds: LIFETIMES.refreshRetry,
    passwordMinLength: LIMITS.password.min,
  });
  const buckets = { originals: names.ORIGINALS_BUCKET, previews: names.PREVIEWS_BUCKET, search: names.SEARCH_BUCKET };
  await Promise.all(Object.values(buckets).map((name) => s3.ensureBucket({ name })));
  secrets.put("stripe", JSON.stringify(stripe.keys));
  secrets.ensure("signing", 64);
  secrets.ensure("credentials", 64);
  secrets.ensure("second-factor", 64);
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    // A database per file, as a shared one would slow down with every file's writes.
    AWS_ACCESS_KEY_ID: `TEST${randomUUID().replaceAll("-", "")}`,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
    AWS_ENDPOINT_URL_SESV2: mail.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    STRIPE_API_URL: stripe.url,
    POWERTOOLS_SERVICE_NAME: "test",
    POWERTOOLS_LOG_LEVEL: "SILENT",
    STAGE: "test",
    FEATURES: JSON.stringify(features),
    SITE_ORIGIN,
    TOKEN_ISSUER: providerUrl,
    TOKEN_AUDIENCE: pool.clientId,
    USER_POOL_CLIENT_ID: pool.clientId,
    OPERATORS_MAIL: "info@ochre.test",
    // The file is kept up to date beside it.
    ...(OPENSEARCH_URL ? { SEARCH_ENGINE: "opensearch", SEARCH_ENDPOINT: newEndpoint(OPENSEARCH_URL) } : {}),
    MEDIA_FUNCTION_NAME: "media",
    ...names,
  });
  await createTable(names.TABLE_NAME);
  await createSearchTable(names.SEARCH_TABLE_NAME);
  await createAuditTable(names.AUDIT_TABLE_NAME);
  await createVisitsTable(names.VISITS_TABLE_NAME);
  return { mail, s3, buckets, stripe, secrets };
}
