import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { MAIL_SPACING } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/time.ts";
import { conditionHeld } from "../table/conditions.ts";
import { AttemptsEntity } from "./attempts.entity.ts";
import { counterDigest } from "./counter-digest.ts";
import type { ThrottleServices } from "./throttle.ts";

interface SpacedMail {
  readonly what: keyof typeof MAIL_SPACING;
  /** To whom, and about which account where an address may have several. */
  readonly subject: string;
  /** The same when the same request is answered once more. */
  readonly requestId: string;
}

/**
 * Sends a mail that anyone may ask for, unless the same was sent to this address a moment ago: the owner has that one,
 * whoever asked for it. One that couldn't be sent doesn't count, and throws; a request whose process died on the way is
 * sent by its next attempt. Resolves to whether it was this request's turn.
 */
export async function sendSpaced(
  { table, now }: ThrottleServices,
  { what, subject, requestId }: SpacedMail,
  send: () => Promise<unknown>,
) {
  const at = epochSeconds(now());
  const key = { window: `${what}#mail#${counterDigest(subject)}` };
  const mark = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...key, count: 1, expires: at + MAIL_SPACING[what], request: requestId })
    .options({
      condition: {
        or: [
          { attr: "count", exists: false },
          { attr: "expires", lte: at },
          { attr: "request", eq: requestId },
        ],
      },
    });
  if (!(await conditionHeld(table.send(mark)))) return false;
  try {
    await send();
  } catch (error) {
    await table.send(AttemptsEntity.build(DeleteItemCommand).key(key));
    throw error;
  }
  // A redelivered request has nothing left to do after this.
  await table.send(AttemptsEntity.build(UpdateItemCommand).item({ ...key, request: $remove() }));
  return true;
}
