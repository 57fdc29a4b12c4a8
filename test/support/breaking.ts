import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { onTestFinished, vi } from "vitest";
import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import type { Api } from "./start-api.ts";

type When = "before" | "after";

/** Simulates a crashed process: nothing after it runs. */
export class Crashed extends Error {}

type Call = (...given: unknown[]) => unknown;

/**
 * Table, identity provider, payment provider and buckets that crash a handler's run at its nth call to any of them, before or
 * after the call took effect. `crashed` is true if the run got that far.
 */
export function breaking({ services }: Pick<Api, "services">, nth: number, when: When) {
  const { table, identity, payments, uploads, previews } = services;
  let made = 0;
  async function guarded(call: () => unknown) {
    made++;
    if (made > nth || (made === nth && when === "before")) throw new Crashed();
    const answer = await call();
    if (made >= nth) throw new Crashed();
    return answer;
  }
  const resource = (target: object): object =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        return typeof value === "function"
          ? (...given: unknown[]) => guarded(() => (value as Call).apply(of, given))
          : value;
      },
    });
  const stripe = new Proxy(payments[CLIENT], {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      return typeof value === "object" && value !== null ? resource(value) : value;
    },
  });
  const send: typeof table.send = (command) => guarded(() => table.send(command)) as never;
  const buckets = { uploads: resource(uploads), previews: resource(previews) };
  const instead = {
    table: { send },
    identity: resource(identity),
    payments: { ...payments, [CLIENT]: stripe },
    ...buckets,
  };
  return { instead, crashed: () => made >= nth };
}

/** Repeats a run with a crash before and after each of its calls, until a run completes. */
export async function eachCrash(run: (nth: number, when: When) => Promise<boolean>) {
  let crashPoints = 0;
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; await run(nth, when); nth++) crashPoints++;
  }
  return crashPoints;
}

/** Faults of an AWS SDK call: lost before or after it took effect, throttled, failed, or in conflict with a transaction. */
const FAULTS = ["lost", "unanswered", "throttled", "failed", "conflicting"] as const;

interface SdkRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const refusal = (statusCode: number, name: string, more: object = {}) => ({
  response: {
    statusCode,
    headers: { "x-amzn-errortype": name },
    body: Readable.from([Buffer.from(JSON.stringify({ __type: name, message: name, ...more }))]),
  },
});

/** DynamoDB's refusal of a write that conflicts with a transaction; undefined for other calls. */
function findConflict({ headers, body }: SdkRequest) {
  const operation = /^DynamoDB_\d+\.(\w+)/.exec(headers["x-amz-target"] ?? "")?.[1] ?? "";
  if (/^(Put|Update|Delete)Item$/.test(operation)) return refusal(400, "TransactionConflictException");
  if (operation !== "TransactWriteItems") return undefined;
  const { TransactItems } = JSON.parse(Buffer.from(body as Uint8Array).toString()) as { TransactItems: unknown[] };
  const CancellationReasons = TransactItems.map((_, at) => ({ Code: at === 0 ? "TransactionConflict" : "None" }));
  return refusal(400, "TransactionCanceledException", { CancellationReasons });
}

const onBadNetwork = new AsyncLocalStorage<string[]>();

/**
 * Simulates a bad network: most AWS SDK calls within `run` meet a fault, which is recorded in the given list. The SDK's second
 * attempt passes, so that no fault may surface; further ones would exhaust the SDK's retry quota.
 */
export function spoilNetwork() {
  const network = Object.getPrototypeOf(new DynamoDBClient({}).config.requestHandler);
  const send: (this: object, request: SdkRequest, options: object) => Promise<unknown> = network.handle;
  const spy = vi.spyOn(network, "handle").mockImplementation(async function (this: object, ...given: unknown[]) {
    const [request, options] = given as [SdkRequest, object];
    const faults = onBadNetwork.getStore();
    const isFirst = request.headers["amz-sdk-request"]?.startsWith("attempt=1");
    if (!faults || !isFirst || Math.random() < 0.3) return send.call(this, request, options);
    const fault = FAULTS[Math.floor(Math.random() * FAULTS.length)];
    faults.push(`${request.headers["x-amz-target"] ?? request.headers.host} ${fault}`);
    const conflict = fault === "conflicting" ? findConflict(request) : undefined;
    if (conflict) return conflict;
    if (fault === "throttled" || fault === "conflicting") return refusal(429, "ThrottlingException");
    if (fault === "failed") return refusal(500, "InternalServerError");
    if (fault === "unanswered") await send.call(this, request, options);
    throw Object.assign(new Error("The network failed"), { name: "TimeoutError" });
  });
  const run = <T>(faults: string[], work: () => Promise<T>) => onBadNetwork.run(faults, work);
  onTestFinished(() => spy.mockRestore());
  return { run };
}
