import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_PASSWORD } from "#local/seed/people.ts";

/** Why the seed stopped, in one line that names the step. */
export class SeedError extends Error {
  readonly status: number | undefined;

  constructor(step: string, reason: string, status?: number) {
    super(`Seed stopped while it tried to ${step}: ${reason}`);
    this.name = "SeedError";
    this.status = status;
  }
}

const PATIENCE_MS = 60_000;

/**
 * `fetch` that waits as long as a 429 asks for (`Retry-After` in seconds, one if unsaid), a minute in all.
 * Fails with a SeedError when nobody answers.
 */
export async function request(
  step: string,
  url: string | URL,
  init: () => RequestInit = () => ({}),
): Promise<Response> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const response = await fetch(url, init()).catch((error: unknown) => {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      throw new SeedError(step, cause instanceof Error ? cause.message || cause.name : String(cause));
    });
    if (response.status !== 429) return response;
    await response.body?.cancel();
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    const wait = Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 1000;
    if (Date.now() + wait > deadline) throw new SeedError(step, "told to wait for longer than a minute", 429);
    await sleep(wait);
  }
}

/** Turns an answer that is not wanted into a SeedError with the service's own words. */
export async function refusal(step: string, response: Response): Promise<SeedError> {
  const text = await response.text();
  return new SeedError(step, `${response.status} ${wordsOf(text).slice(0, 300)}`.trim(), response.status);
}

function wordsOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || !("message" in body)) return text;
    const fields = "fields" in body ? ` ${JSON.stringify(body.fields)}` : "";
    return `${String(body.message)}${fields}`;
  } catch {
    return text.replace(/\s+/g, " ");
  }
}

export type Call = {
  /** What the call is for, to follow "while it tried to". */
  step: string;
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  token?: string;
};

/** Calls the API; answers the parsed JSON (null when there is none). Fails with a SeedError on any status above 299. */
export async function call<T>(origin: string, { step, method, path, body, token }: Call): Promise<T> {
  const response = await request(step, new URL(path, origin), () => ({
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
  if (!response.ok) throw await refusal(step, response);
  const text = await response.text();
  try {
    return JSON.parse(text || "null");
  } catch {
    throw new SeedError(step, "the answer is no JSON", response.status);
  }
}

type LoggedIn = { accessToken: string; user: { id: string } };

/** Someone logged in, whose calls carry the token and log in again once it has expired. */
export type Session = {
  userId: string;
  call: <T>(call: Omit<Call, "token">) => Promise<T>;
};

export async function logIn(origin: string, userUsername: string): Promise<Session> {
  const enter = () =>
    call<LoggedIn>(origin, {
      step: `log in ${userUsername}`,
      method: "POST",
      path: "/auth/login",
      body: { userUsername, userPassword: DEMO_PASSWORD },
    });
  let { accessToken, user } = await enter();
  return {
    userId: user.id,
    async call(wanted) {
      const used = accessToken;
      try {
        return await call(origin, { ...wanted, token: used });
      } catch (error) {
        if (!(error instanceof SeedError) || error.status !== 401) throw error;
        if (used === accessToken) accessToken = (await enter()).accessToken;
        return call(origin, { ...wanted, token: accessToken });
      }
    },
  };
}
