import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { MAIL_SPACING } from "#shared/limits.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { conditionHeld } from "../table/condition-held.ts";
import { AttemptsEntity } from "./attempts.entity.ts";
import { digestOf } from "./digest-of.ts";
import type { ThrottleServices } from "./throttle.ts";

/**
 * Sends a mail that anyone may ask for, unless the same was sent to this address a moment ago: the owner has that one,
 * whoever asked for it. A mail that couldn't be sent is logged and doesn't count; the caller must not learn of it,
 * because only an address that has an account gets one.
 */
export async function sendSpaced(
  { table, now, log }: ThrottleServices & Pick<BaseServices, "log">,
  what: keyof typeof MAIL_SPACING,
  email: string,
  send: () => Promise<unknown>,
) {
  const at = epochSeconds(now());
  const key = { window: `${what}#mail#${digestOf(email)}` };
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
  if (!(await conditionHeld(table.send(mark)))) return;
  try {
    await send();
  } catch (error) {
    log.error("A requested mail could not be sent", { what, error: error as Error });
    await table.send(AttemptsEntity.build(DeleteItemCommand).key(key));
  }
}
