import { setTimeout } from "node:timers/promises";
import Stripe from "stripe";
import * as z from "zod/mini";
import { openSecret, type Secret } from "../../../platform/secrets/open-secret.ts";
import { CLIENT } from "./client.ts";

/**
 * Content of the secret that operators fill in (docs/operations.md). Stripe signs events about our own account, about
 * connected accounts, and of Accounts v2 with separate secrets.
 */
export const StripeKeys = z.object({
  /** An unrestricted or a restricted key. */
  secretKey: z.string().check(z.regex(/^[sr]k_/)),
  webhookSecret: z.string().check(z.startsWith("whsec_")),
  connectWebhookSecret: z.optional(z.string().check(z.startsWith("whsec_"))),
  accountsWebhookSecret: z.optional(z.string().check(z.startsWith("whsec_"))),
});

/** The payment provider. */
export interface Payments {
  /** Its client; its key is read from the secret with each call. */
  readonly [CLIENT]: Stripe;
  /** False on a stage without payments, whose secret is empty. */
  hasKeys(): Promise<boolean>;
  /** True for a live-mode key; events of the other mode aren't about our payments. */
  isLive(): Promise<boolean>;
  /**
   * True if a webhook's raw body has a valid signature, at most 5 minutes old, of its endpoint: events of Accounts v2, events
   * that name an account, and all others have separate endpoints.
   */
  isSigned(body: string, signature: string): Promise<boolean>;
}

/** The version that the package's types describe; upgrade package, code and this together. */
const API_VERSION = "2026-10-28.endive";

/**
 * The client repeats a request with the same idempotency key after at most half a second and one second. Two requests with
 * all retries fit into a function's timeout.
 */
const RETRIES = { maxNetworkRetries: 2, timeout: 3_000 } as const;

/** Milliseconds before a rate-limited request is repeated; the client itself doesn't repeat it. */
const BUSY_PAUSES = [300, 900] as const;

/** Longest duration of one request, in milliseconds. */
export const MAX_REQUEST_MS =
  (RETRIES.maxNetworkRetries + 1) * RETRIES.timeout + 1_500 + 2 * BUSY_PAUSES.reduce((sum, pause) => sum + pause, 0);

export function openPayments(environment: {
  readonly STRIPE_SECRET_ARN: string;
  readonly STRIPE_API_URL: string;
}): Payments {
  const secret = openSecret(environment.STRIPE_SECRET_ARN);
  const { protocol, hostname, port } = new URL(environment.STRIPE_API_URL);
  const stripe = new Stripe("", {
    apiVersion: API_VERSION,
    ...RETRIES,
    telemetry: false,
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    httpClient: createAuthorizingClient(secret),
    // The library wants a key at once or this; the client above sets the header.
    authenticator: async () => undefined,
  });
  return {
    [CLIENT]: stripe,
    hasKeys: async () => isFilled(await secret.read()),
    isLive: async () => /^[sr]k_live_/.test(parseKeys(await secret.read()).secretKey),
    isSigned: async (body, signature) => {
      const verifiesWith = (text: string) =>
        verifies(stripe, body, signature, selectEndpointSecret(parseKeys(text), body));
      const text = await secret.read();
      if (!isFilled(text)) return false;
      if (verifiesWith(text)) return true;
      const renewed = await secret.renew(text);
      return renewed !== undefined && verifiesWith(renewed);
    },
  };
}

/** Parses the unverified body only to choose the secret for its signature. */
function selectEndpointSecret(keys: z.output<typeof StripeKeys>, body: string): string {
  const { webhookSecret, connectWebhookSecret = webhookSecret, accountsWebhookSecret = connectWebhookSecret } = keys;
  try {
    const { object, account } = (JSON.parse(body) ?? {}) as { object?: unknown; account?: unknown };
    if (object === "v2.core.event") return accountsWebhookSecret;
    return typeof account === "string" ? connectWebhookSecret : webhookSecret;
  } catch {
    return webhookSecret;
  }
}

/** Secrets Manager fills a new secret with a random word. */
const isFilled = (text: string) => text.startsWith("{");

const parseKeys = (text: string) => StripeKeys.parse(JSON.parse(text));

/** Sends each request with the secret's key, and repeats it if Stripe refuses it and the secret has changed. */
function createAuthorizingClient(secret: Secret) {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...[host, port, path, method, headers, ...rest]) => {
    const sendWith = (text: string) =>
      send(host, port, path, method, { ...headers, Authorization: `Bearer ${parseKeys(text).secretKey}` }, ...rest);
    const text = await secret.read();
    let response = await sendWith(text);
    for (const pause of BUSY_PAUSES) {
      if (response.getStatusCode() !== 429) break;
      response.dispose?.();
      await setTimeout(pause * (1 + Math.random()));
      response = await sendWith(text);
    }
    const renewed = response.getStatusCode() === 401 ? await secret.renew(text) : undefined;
    if (renewed === undefined) return response;
    // An unread response would hold its connection.
    response.dispose?.();
    return sendWith(renewed);
  };
  return client;
}

/** Stripe's check throws for a wrong signature and for a malformed header; both are invalid. */
function verifies({ webhooks }: Stripe, body: string, signature: string, secret: string): boolean {
  try {
    return webhooks.signature?.verifyHeader(body, signature, secret) ?? false;
  } catch {
    return false;
  }
}
