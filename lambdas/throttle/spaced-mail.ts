import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { MAIL_SPACING } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { conditionHeld } from "../table/condition-held.ts";
import { AttemptsEntity } from "./attempts.entity.ts";
import { counterDigest } from "./counter-digest.ts";
import type { ThrottleServices } from "./throttle.ts";

/**
 * Sends a mail that anyone may ask for, unless the same was sent to this address a moment ago: the owner has that one,
 * whoever asked for it. One that is `always` sent counts too. One that couldn't be sent doesn't count, and throws.
 */
export async function sendSpaced(
  { table, now }: ThrottleServices,
  what: keyof typeof MAIL_SPACING,
  email: string,
  send: () => Promise<unknown>,
  { always = false } = {},
) {
  const at = epochSeconds(now());
  const key = { window: `${what}#mail#${counterDigest(email)}` };
  const mark = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...key, count: 1, expires: at + MAIL_SPACING[what] })
    .options({
      condition: {
        or: [
          { attr: "count", exists: false },
          { attr: "expires", lte: at },
        ],
      },
    });
  if (!(await conditionHeld(table.send(mark))) && !always) return;
  try {
    await send();
  } catch (error) {
    await table.send(AttemptsEntity.build(DeleteItemCommand).key(key));
    throw error;
  }
}
