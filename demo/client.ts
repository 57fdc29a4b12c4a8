import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_PASSWORD } from "#demo/people.ts";

/** The failed step and its reason in one line. */
export class DemoError extends Error {
  readonly status: number | undefined;

  constructor(step: string, reason: string, status?: number) {
    super(`The demo stopped while it tried to ${step}: ${reason}`);
    this.name = "DemoError";
    this.status = status;
  }
}

const MAX_WAIT_MS = 60_000;

/** Throttled calls, and cold starts or timeouts on a busy machine. */
const TRANSIENT_STATUSES: readonly number[] = [429, 500, 503];

/**
 * `fetch` that retries transient failures after their `Retry-After` (1 second by default), for at most a minute.
 * Throws a DemoError when the server can't be reached.
 */
export async function request(
  step: string,
  url: string | URL,
  init: () => RequestInit = () => ({}),
): Promise<Response> {
  const deadline = Date.now() + MAX_WAIT_MS;
  while (true) {
    const response = await fetch(url, init()).catch((error: unknown) => {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      throw new DemoError(step, cause instanceof Error ? cause.message || cause.name : String(cause));
    });
    if (!TRANSIENT_STATUSES.includes(response.status)) return response;
    await response.body?.cancel();
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    const wait = Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 1000;
    if (Date.now() + wait > deadline)
      throw new DemoError(
        step,
        `status ${response.status}, and another attempt would be more than a minute after the first`,
        response.status,
      );
    await sleep(wait);
  }
}

/** A DemoError with the message of an error response. */
export async function toDemoError(step: string, response: Response): Promise<DemoError> {
  const text = await response.text();
  return new DemoError(step, `${response.status} ${parseMessage(text).slice(0, 300)}`.trim(), response.status);
}

function parseMessage(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || !("message" in body)) return text;
    const fields = "fields" in body ? ` ${JSON.stringify(body.fields)}` : "";
    return `${String(body.message)}${fields}`;
  } catch {
    return text.replace(/\s+/g, " ");
  }
}

/** The API answers 409 to what an earlier run created. */
export async function ignoreConflict(task: () => Promise<unknown>) {
  await task().catch((error: unknown) => {
    if (!(error instanceof DemoError) || error.status !== 409) throw error;
  });
}

export type DemoCall = {
  /** Describes the call; completes "while it tried to …". */
  step: string;
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  token?: string;
  /** Makes the call at that date; supported by local stages only. */
  at?: Date;
  /** User agent of the call, if it matters. */
  userAgent?: string;
  /** Makes the call safe to repeat in a later run. */
  idempotencyKey?: string;
};

/** Calls the API and returns the parsed JSON, or null without a body. Throws a DemoError on any status above 299. */
export async function call<T>(
  origin: string,
  { step, method, path, body, token, at, userAgent, idempotencyKey }: DemoCall,
): Promise<T> {
  const address = new URL(at ? `/__local/at/${at.toISOString()}${path}` : path, origin);
  const response = await request(step, address, () => ({
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
  if (!response.ok) throw await toDemoError(step, response);
  const text = await response.text();
  try {
    return JSON.parse(text || "null");
  } catch {
    throw new DemoError(step, "the response isn't JSON", response.status);
  }
}

type LoginResponse = { accessToken: string; user: { id: string } };

/** A logged-in user; calls carry the access token and log in again once it has expired. */
export type DemoSession = {
  userId: string;
  call: <T>(call: Omit<DemoCall, "token">) => Promise<T>;
};

export async function logIn(origin: string, userUsername: string): Promise<DemoSession> {
  const requestToken = () =>
    call<LoginResponse>(origin, {
      step: `log in ${userUsername}`,
      method: "POST",
      path: "/auth/login",
      body: { userUsername, userPassword: DEMO_PASSWORD },
    });
  let { accessToken, user } = await requestToken();
  return {
    userId: user.id,
    async call(options) {
      const used = accessToken;
      try {
        return await call(origin, { ...options, token: used });
      } catch (error) {
        if (!(error instanceof DemoError) || error.status !== 401) throw error;
        if (used === accessToken) accessToken = (await requestToken()).accessToken;
        return call(origin, { ...options, token: accessToken });
      }
    },
  };
}

/** The demo data created so far, by this run or an earlier one. */
export interface DemoData {
  /** Base URL of the site, its API and /__local/. */
  readonly origin: string;
  /** Sessions by username. */
  readonly sessions: Map<string, DemoSession>;
  /** Ids of the published artwork by title. */
  readonly artworkIds: Map<string, string>;
  /** Payments at the provider by buyer and title, such as "demo.buyer Lilac Hour". */
  readonly payments: Map<string, string>;
  /** Ends the run between two of its steps. */
  readonly signal: AbortSignal | undefined;
}
