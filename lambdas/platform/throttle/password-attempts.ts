import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { PASSWORD_ATTEMPTS } from "#shared/throttles.ts";
import { epochSeconds } from "../runtime/time.ts";
import { conditionHeld } from "../table/conditions.ts";
import { AttemptsEntity } from "./attempts.entity.ts";
import { counterDigest } from "./counter-digest.ts";
import type { ThrottleServices } from "./throttle.ts";

/** Counter of attempts by one caller, or a kind of callers, on an account. */
export interface AttemptCounter {
  readonly kind: keyof typeof PASSWORD_ATTEMPTS;
  readonly subject: string;
}

const buildCounterKey = ({ kind, subject }: AttemptCounter) => ({
  window: `password#${kind}#${counterDigest(subject)}`,
});

const getExpiry = ({ kind }: AttemptCounter, now: Date) => epochSeconds(now) + PASSWORD_ATTEMPTS[kind].quiet;

/**
 * Counts an attempt atomically. The count restarts only after a quiet time without counted attempts, as Cognito's does: fixed
 * windows would allow twice the limit around their edges. Above the limit, returns the seconds until the quiet time is over.
 */
export async function countAttempt(
  { table, now }: ThrottleServices,
  counter: AttemptCounter,
): Promise<number | undefined> {
  const at = now();
  const key = buildCounterKey(counter);
  const expires = getExpiry(counter, at);
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
    // Another attempt may have reset the count in between.
    .options({
      condition: {
        or: [
          { attr: "count", exists: false },
          { attr: "count", lt: PASSWORD_ATTEMPTS[counter.kind].count },
        ],
      },
    });
  if (await conditionHeld(table.send(another))) return undefined;
  const { Item } = await table.send(AttemptsEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Math.max(1, (Item?.expires ?? 0) - epochSeconds(at));
}

/** Reverts the count of an attempt that was no guess. */
export async function refundAttempt({ table }: ThrottleServices, counter: AttemptCounter) {
  const less = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...buildCounterKey(counter), count: $add(-1) })
    .options({ condition: { attr: "count", gt: 0 } });
  await conditionHeld(table.send(less));
}

export const resetAttempts = ({ table }: ThrottleServices, counter: AttemptCounter) =>
  table.send(AttemptsEntity.build(DeleteItemCommand).key(buildCounterKey(counter)));

/** Restarts a running quiet time, because another attempt restarted Cognito's. */
export async function extendQuietTime({ table, now }: ThrottleServices, counter: AttemptCounter) {
  const at = now();
  const longer = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...buildCounterKey(counter), expires: getExpiry(counter, at) })
    .options({ condition: { attr: "expires", gt: epochSeconds(at) } });
  await conditionHeld(table.send(longer));
}
