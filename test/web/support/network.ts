import type { Transport } from "#web/api/request.ts";
import { networkError } from "#web/api/response.ts";

export interface Call {
  /** "POST /auth/login" */
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: string | null;
  readonly idempotencyKey?: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Answerer = (call: Call) => Reply | Promise<Reply>;

/** A fake network with a test's responses, in place of `fetch`. */
export function fakeNetwork() {
  const answers = new Map<string, Answerer>();
  const calls: Call[] = [];

  async function answer(call: Call): Promise<Reply> {
    calls.push(call);
    const answerer = answers.get(call.key);
    if (!answerer) throw new TypeError(`nobody answers ${call.key}`);
    return answerer(call);
  }

  const transport: Transport = async ({ method, path, query, body, idempotencyKey }, token) => {
    try {
      const reply = await answer({ key: `${method} ${path}`, query, body, token, idempotencyKey });
      return { status: reply.status, body: reply.body };
    } catch {
      throw networkError();
    }
  };

  async function fetchLike(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), window.location.origin);
    const bearer = new Headers(init.headers).get("authorization");
    const reply = await answer({
      key: `${init.method ?? "GET"} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      token: bearer?.replace("Bearer ", "") ?? null,
      idempotencyKey: new Headers(init.headers).get("idempotency-key") ?? undefined,
    });
    if (reply.body instanceof Uint8Array) return new Response(new Uint8Array(reply.body), { status: reply.status });
    return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), {
      status: reply.status,
      headers: { "content-type": "application/json", ...reply.headers },
    });
  }

  return {
    transport,
    fetch: fetchLike,
    calls,
    /** The calls made to one route. */
    to: (key: string) => calls.filter((call) => call.key === key),
    on(key: string, reply: Reply | Answerer) {
      answers.set(key, typeof reply === "function" ? reply : () => reply);
    },
    /** Removes a response: the network is down for this route. */
    cut: (key: string) => answers.delete(key),
  };
}

/** A response that is held until the test releases it. */
export function createHeldReply(reply: Reply) {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  return { answer: () => promise, release: () => resolve(reply) };
}
