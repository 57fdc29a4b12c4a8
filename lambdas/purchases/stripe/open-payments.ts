import Stripe from "stripe";
import * as z from "zod/mini";
import { openSecret } from "../../secrets/open-secret.ts";

/**
 * What operators put into the secret (docs/operations.md). Stripe signs events about our own account and about sellers'
 * accounts with a secret each.
 */
const Keys = z.object({
  /** The account's own, or one with fewer rights. */
  secretKey: z.string().check(z.regex(/^[sr]k_/)),
  webhookSecret: z.string().check(z.startsWith("whsec_")),
  connectWebhookSecret: z.optional(z.string().check(z.startsWith("whsec_"))),
});

/** The payment provider. */
export interface Payments {
  /** Its client; the key is fetched when the first call is made. */
  readonly stripe: Stripe;
  /** Whether a webhook's raw body carries the provider's signature, not older than 5 minutes. */
  isSigned(body: string, signature: string): Promise<boolean>;
}

/** The version that the package's types describe; it stays until package and code are brought to another one. */
const API_VERSION = "2026-10-28.endive";

/** Two retries within the function's ten seconds; the client sends the same idempotency key with each. */
const RETRIES = { maxNetworkRetries: 2, timeout: 4_000 } as const;

export function openPayments(environment: {
  readonly STRIPE_SECRET_ARN: string;
  readonly STRIPE_API_URL: string;
}): Payments {
  const secret = openSecret(environment.STRIPE_SECRET_ARN);
  const keys = async () => Keys.parse(JSON.parse(await secret()));
  const { protocol, hostname, port } = new URL(environment.STRIPE_API_URL);
  const stripe = new Stripe("", {
    apiVersion: API_VERSION,
    ...RETRIES,
    telemetry: false,
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    authenticator: async (request) => {
      request.headers.Authorization = `Bearer ${(await keys()).secretKey}`;
    },
  });
  return {
    stripe,
    isSigned: async (body, signature) => {
      const { webhookSecret, connectWebhookSecret = webhookSecret } = await keys();
      return [webhookSecret, connectWebhookSecret].some((signedWith) => verifies(stripe, body, signature, signedWith));
    },
  };
}

/** Stripe's check throws for a wrong signature, and other errors for a malformed header: neither proves anything. */
function verifies({ webhooks }: Stripe, body: string, signature: string, secret: string): boolean {
  try {
    return webhooks.signature?.verifyHeader(body, signature, secret) ?? false;
  } catch {
    return false;
  }
}
