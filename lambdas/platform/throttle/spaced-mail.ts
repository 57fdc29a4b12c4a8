import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { MAIL_SPACING } from "#shared/throttles.ts";
import { epochSeconds } from "../runtime/time.ts";
import { conditionHeld } from "../table/conditions.ts";
import { AttemptsEntity } from "./attempts.entity.ts";
import { counterDigest } from "./counter-digest.ts";
import type { ThrottleServices } from "./throttle.ts";

interface SpacedMail {
  readonly kind: keyof typeof MAIL_SPACING;
  /** The recipient, and the account if an address may have several. */
  readonly recipientKey: string;
  /** Stays the same if the request is retried. */
  readonly requestId: string;
}

/**
 * Sends a mail, unless another request sent the same kind of mail to this recipient within its spacing. A failed mail doesn't
 * count, and throws; after a crash the request's retry sends it. Returns true if this call sent it.
 */
export async function sendSpaced(
  { table, now }: ThrottleServices,
  { kind, recipientKey, requestId }: SpacedMail,
  send: () => Promise<unknown>,
) {
  const at = epochSeconds(now());
  const key = { window: `${kind}#mail#${counterDigest(recipientKey)}` };
  const mark = AttemptsEntity.build(UpdateItemCommand)
    .item({ ...key, count: 1, expires: at + MAIL_SPACING[kind], request: requestId })
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
