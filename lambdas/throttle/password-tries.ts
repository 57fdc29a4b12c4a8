import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { PASSWORD_TRIES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { conditionHeld } from "../table/condition-held.ts";
import { AttemptsEntity } from "./attempts.entity.ts";
import { digestOf } from "./digest-of.ts";
import type { ThrottleServices } from "./throttle.ts";

/** Whose tries are counted: those of a kind of callers on an account, or those of one of them. */
export interface TryCounter {
  readonly kind: keyof typeof PASSWORD_TRIES;
  readonly who: string;
}

const keyOf = ({ kind, who }: TryCounter) => ({ window: `password#${kind}#${digestOf(who)}` });

const endOf = ({ kind }: TryCounter, now: Date) => epochSeconds(now) + PASSWORD_TRIES[kind].quiet;

/**
 * Counts a try at a password, atomically. The count starts anew only after a quiet time without any counted try, as the
 * identity provider's does: windows of a fixed length would let two of them meet at their edge. Past the limit it
 * answers the seconds until the quiet time is over.
 */
export async function countTry({ table, now }: ThrottleServices, counter: TryCounter): Promise<number | undefined> {
  const at = now();
  const key = keyOf(counter);
  const expires = endOf(counter, at);
  const first = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...key, count: 1, expires })
    .options({
      condition: {
        or: [
          { attr: "count", exists: false },
          { attr: "expires", lte: epochSeconds(at) },
        ],
      },
    });
  if (await conditionHeld(table.send(first))) return undefined;
  const another = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...key, count: $add(1), expires })
    .options({ condition: { attr: "count", lt: PASSWORD_TRIES[counter.kind].count } });
  if (await conditionHeld(table.send(another))) return undefined;
  const { Item } = await table.send(AttemptsEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Math.max(1, (Item?.expires ?? 0) - epochSeconds(at));
}

/** Gives a try back that was no guess. */
export async function returnTry({ table }: ThrottleServices, counter: TryCounter) {
  const less = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...keyOf(counter), count: $add(-1) })
    .options({ condition: { attr: "count", gt: 0 } });
  await conditionHeld(table.send(less));
}

/** Starts the count anew. */
export const forgetTries = ({ table }: ThrottleServices, counter: TryCounter) =>
  table.send(AttemptsEntity.build(DeleteItemCommand).key(keyOf(counter)));

/** Restarts a quiet time that hasn't ended yet, as someone else's try did with the identity provider's. */
export async function restartQuiet({ table, now }: ThrottleServices, counter: TryCounter) {
  const at = now();
  const longer = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...keyOf(counter), expires: endOf(counter, at) })
    .options({ condition: { attr: "expires", gt: epochSeconds(at) } });
  await conditionHeld(table.send(longer));
}
