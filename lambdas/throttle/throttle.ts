import { createHash } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { ADDRESS_THROTTLES, THROTTLES } from "#shared/limits.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { Failure } from "../runtime/failure.ts";
import { held } from "../table/held.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { AttemptsEntity } from "./attempts.entity.ts";

export type Throttled = keyof typeof THROTTLES;

/** Who tries: from where, and on which account. An account nobody has counts like any other, so that it isn't told apart. */
export interface Caller {
  readonly sourceIp: string;
  readonly account: string;
}

interface ThrottleServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

type Side = "address" | "account";

/** One side's count: what is counted, of whom, and how much of it is allowed. */
interface Counter {
  readonly name: string;
  readonly who: string;
  readonly allowed: { readonly count: number; readonly seconds: number };
}

const counterOf = (what: Throttled, side: Side, who: string): Counter => ({
  name: `${what}#${side}`,
  who,
  allowed: THROTTLES[what][side],
});

/** Counts a try on both sides, atomically; past a limit it is refused and its window says how long. */
export async function throttle(
  services: ThrottleServices,
  what: Throttled,
  { sourceIp, account }: Caller,
): Promise<Failure<"too_many_requests"> | undefined> {
  return (
    (await count(services, counterOf(what, "address", sourceIp))) ??
    (await count(services, counterOf(what, "account", account)))
  );
}

/** Counts a try that is about no account, by its address alone. */
export const throttleAddress = (
  services: ThrottleServices,
  what: keyof typeof ADDRESS_THROTTLES,
  sourceIp: string,
): Promise<Failure<"too_many_requests"> | undefined> =>
  count(services, { name: `${what}#address`, who: sourceIp, allowed: ADDRESS_THROTTLES[what] });

/** Lets an account's count start anew. */
export async function startAnew({ table, now }: ThrottleServices, what: Throttled, account: string) {
  const { window } = windowOf(counterOf(what, "account", account), now());
  await table.send(AttemptsEntity.build(DeleteItemCommand).key({ window }));
}

/** A try that succeeded is no guess: the account's count starts anew, and the address gets this one back. */
export async function forgive(services: ThrottleServices, what: Throttled, { sourceIp, account }: Caller) {
  const { table, now } = services;
  await startAnew(services, what, account);
  const shared = AttemptsEntity.build(UpdateItemCommand)
    .item({ window: windowOf(counterOf(what, "address", sourceIp), now()).window, count: $add(-1) })
    .options({ condition: { attr: "count", gt: 0 } });
  await held(table.send(shared));
}

async function count({ table, now }: ThrottleServices, counter: Counter) {
  const { window, ends } = windowOf(counter, now());
  const below = AttemptsEntity.build(UpdateItemCommand)
    .item({ window, count: $add(1), expires: ends })
    .options({
      condition: {
        or: [
          { attr: "count", exists: false },
          { attr: "count", lt: counter.allowed.count },
        ],
      },
    });
  if (await held(table.send(below))) return undefined;
  return new Failure("too_many_requests", undefined, Math.max(1, ends - epochSeconds(now())));
}

/** The window that a moment falls into, and its end in epoch seconds. */
function windowOf({ name, who, allowed: { seconds } }: Counter, now: Date) {
  const nth = Math.floor(epochSeconds(now) / seconds);
  const digest = createHash("sha256").update(who.toLowerCase()).digest("base64url").slice(0, 22);
  return { window: `${name}#${digest}#${nth}`, ends: (nth + 1) * seconds };
}
