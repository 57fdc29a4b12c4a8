import type { Api } from "./start-api.ts";

type When = "before" | "after";

/** The process died; nothing that it would have done next happens. */
export class Died extends Error {}

type Call = (...given: unknown[]) => unknown;

/**
 * Table, identity provider, payment provider and buckets for one run of a handler that dies at its nth call to any of them:
 * before the call or once it has taken effect. `died` says whether the run came so far.
 */
export function breaking({ services }: Pick<Api, "services">, nth: number, when: When) {
  const { table, identity, payments, uploads, previews } = services;
  let made = 0;
  async function guarded(call: () => unknown) {
    made++;
    if (made > nth || (made === nth && when === "before")) throw new Died();
    const answer = await call();
    if (made >= nth) throw new Died();
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
  const stripe = new Proxy(payments.stripe, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      return typeof value === "object" && value !== null ? resource(value) : value;
    },
  });
  const send: typeof table.send = (command) => guarded(() => table.send(command)) as never;
  const buckets = { uploads: resource(uploads), previews: resource(previews) };
  const instead = { table: { send }, identity: resource(identity), payments: { ...payments, stripe }, ...buckets };
  return { instead, died: () => made >= nth };
}

/** Every way to die in a run: at its first call, its second and so on, before and after it, until it ends alive. */
export async function eachDeath(run: (nth: number, when: When) => Promise<boolean>) {
  let deaths = 0;
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; await run(nth, when); nth++) deaths++;
  }
  return deaths;
}
