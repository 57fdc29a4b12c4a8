import { createHash } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { THROTTLES } from "#shared/limits.ts";
import type { BaseServices } from "../runtime/base-services.ts";
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

/** Counts a try on both sides, atomically; past a limit it is refused and its window says how long. */
export async function throttle(
  services: ThrottleServices,
  what: Throttled,
  { sourceIp, account }: Caller,
): Promise<Failure<"too_many_requests"> | undefined> {
  return (await count(services, what, "address", sourceIp)) ?? (await count(services, what, "account", account));
}

/** Lets an account's count start anew. */
export async function startAnew({ table, now }: ThrottleServices, what: Throttled, account: string) {
  const { window } = windowOf(what, "account", account, now());
  await table.send(AttemptsEntity.build(DeleteItemCommand).key({ window }));
}

/** A try that succeeded is no guess: the account's count starts anew, and the address gets this one back. */
export async function forgive(services: ThrottleServices, what: Throttled, { sourceIp, account }: Caller) {
  const { table, now } = services;
  await startAnew(services, what, account);
  const shared = AttemptsEntity.build(UpdateItemCommand)
    .item({ window: windowOf(what, "address", sourceIp, now()).window, count: $add(-1) })
    .options({ condition: { attr: "count", gt: 0 } });
  await held(table.send(shared));
}

async function count({ table, now }: ThrottleServices, what: Throttled, side: Side, who: string) {
  const { window, ends } = windowOf(what, side, who, now());
  const below = AttemptsEntity.build(UpdateItemCommand)
    .item({ window, count: $add(1), expires: ends })
    .options({
      condition: {
        or: [
          { attr: "count", exists: false },
          { attr: "count", lt: THROTTLES[what][side].count },
        ],
      },
    });
  if (await held(table.send(below))) return undefined;
  return new Failure("too_many_requests", undefined, Math.max(1, ends - Math.floor(now().getTime() / 1000)));
}

/** The window that a moment falls into, and its end in epoch seconds. */
function windowOf(what: Throttled, side: Side, who: string, now: Date) {
  const { seconds } = THROTTLES[what][side];
  const nth = Math.floor(now.getTime() / 1000 / seconds);
  const digest = createHash("sha256").update(who.toLowerCase()).digest("base64url").slice(0, 22);
  return { window: `${what}#${side}#${digest}#${nth}`, ends: (nth + 1) * seconds };
}
