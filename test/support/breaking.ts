import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import type { Api } from "./start-api.ts";

type When = "before" | "after";

/** The process crashed; nothing that it would have done next happens. */
export class Crashed extends Error {}

type Call = (...given: unknown[]) => unknown;

/**
 * Table, identity provider, payment provider and buckets for one run of a handler that crashes at its nth call to any of them:
 * before the call or once it has taken effect. `crashed` says whether the run came so far.
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

/** Every crash point of a run: its first call, its second and so on, before and after it, until a run ends uninterrupted. */
export async function eachCrash(run: (nth: number, when: When) => Promise<boolean>) {
  let crashPoints = 0;
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; await run(nth, when); nth++) crashPoints++;
  }
  return crashPoints;
}
