import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "qs";
import { BodyTooLarge, readBody } from "../http-server.ts";
import { createFailure, invalid, StripeError, unauthorized } from "./errors.ts";
import type { SentFile } from "./files.ts";
import type { createIdempotencyStore, StoredResponse } from "./idempotency.ts";
import { expandPaths } from "./lists.ts";
import { findOperation } from "./operations.ts";
import { browserView } from "./payment-intents.ts";
import type { Service } from "./service.ts";
import { newId } from "./state.ts";

/** Of a form, and of one with a file. */
const [MAX_BYTES, MAX_FILE_BYTES] = [256 * 1024, 10 * 1024 * 1024];

export interface Protocol {
  readonly service: Service;
  readonly idempotency: ReturnType<typeof createIdempotencyStore>;
  readonly secretKey: string;
  /** Called with every request that an operation answered. */
  readonly observe: (exchange: Exchange) => void;
  /** The status that the next changing request gets in the place of its answer, if any. */
  readonly nextFailure: () => number | undefined;
}

/** A request to an operation and its answer. */
export interface Exchange {
  /** Such as `GET /v1/charges/:id`. */
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly fromBrowser: boolean;
  readonly status: number;
  readonly body: string;
}

/** Handles a request to Stripe's API: parameters as a form or, in version 2, as JSON; JSON response. */
export async function answerCall(request: IncomingMessage, response: ServerResponse, protocol: Protocol) {
  const requestId = newId("req", 14);
  try {
    const { status, body, replayed } = await run(request, protocol);
    if (replayed) response.setHeader("idempotent-replayed", "true");
    send(response, status, body, requestId);
  } catch (error) {
    const refusal = error instanceof BodyTooLarge ? invalid(error.message) : error;
    if (refusal instanceof StripeError) return send(response, refusal.status, JSON.stringify(refusal.body), requestId);
    console.error(error);
    const message = "The Stripe stand-in failed";
    send(response, 500, JSON.stringify({ error: { type: "api_error", message } }), requestId);
  }
}

async function run(request: IncomingMessage, { service, idempotency, secretKey, observe, nextFailure }: Protocol) {
  const method = request.method ?? "GET";
  const { pathname, search } = new URL(request.url ?? "/", "http://stripe");
  const type = request.headers["content-type"] ?? "";
  const isMultipart = type.startsWith("multipart/form-data");
  const bytes = await readBody(request, isMultipart ? MAX_FILE_BYTES : MAX_BYTES);
  const text = bytes.toString();
  const found = findOperation(method, pathname);
  const fromBrowser = authenticate(request.headers.authorization, secretKey, found?.isPublic ?? false);
  if (!found) throw new StripeError(404, "invalid_request_error", `Unrecognized request URL (${method}: ${pathname}).`);
  const params = pathname.startsWith("/v2/")
    ? parseJson(text)
    : isMultipart
      ? await parseMultipart(bytes, type)
      : parse(method === "GET" ? search.slice(1) : text, { depth: 5 });
  const account = request.headers["stripe-account"]?.toString();
  const call = { ids: found.ids, params, fromBrowser, account };
  const work = (): StoredResponse => {
    try {
      const failure = method !== "GET" && !fromBrowser ? nextFailure() : undefined;
      if (failure) throw createFailure(failure);
      const answer = found.operation(call, service);
      const body = fromBrowser ? browserView(answer) : answer;
      return { status: 200, body: JSON.stringify(expandPaths(body, toPaths(params.expand), service.state)) };
    } catch (error) {
      if (error instanceof StripeError) return { status: error.status, body: toBody(error, fromBrowser) };
      throw error;
    }
  };
  const key = request.headers["idempotency-key"];
  const answered =
    method === "GET" || typeof key !== "string"
      ? { ...work(), replayed: false }
      : idempotency(key, `${method} ${pathname}\n${text}`, work);
  observe({ operation: found.key, params, fromBrowser, status: answered.status, body: answered.body });
  return answered;
}

/** Version 2 takes JSON in the place of a form. */
function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text || "{}") as Readonly<Record<string, unknown>>;
  } catch {
    throw invalid("The request body isn't valid JSON.");
  }
}

async function parseMultipart(bytes: Buffer, type: string): Promise<Readonly<Record<string, unknown>>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  const parts = [...form].map(
    async ([name, value]): Promise<[string, string | SentFile]> => [
      name,
      typeof value === "string" ? value : { name: value.name, data: Buffer.from(await value.arrayBuffer()) },
    ],
  );
  return Object.fromEntries(await Promise.all(parts));
}

function toBody({ body }: StripeError, fromBrowser: boolean): string {
  const { payment_intent } = body.error;
  const shown = fromBrowser && payment_intent ? { payment_intent: browserView(payment_intent) } : {};
  return JSON.stringify({ error: { ...body.error, ...shown } });
}

const toPaths = (expand: unknown) => (Array.isArray(expand) ? expand.map(String) : []);

/** Returns true for the publishable key. Throws Stripe's 401 for an invalid key. */
function authenticate(authorization: string | undefined, secretKey: string, isPublic: boolean): boolean {
  const key = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (!key) {
    throw unauthorized("You did not provide an API key. You need to provide your API key in the Authorization header.");
  }
  if (key === secretKey) return false;
  if (!key.startsWith("pk_")) throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`);
  if (isPublic) return true;
  throw unauthorized("This API call cannot be made with a publishable API key. Please use a secret API key.");
}

function send(response: ServerResponse, status: number, body: string, requestId: string): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": requestId }).end(body);
}
