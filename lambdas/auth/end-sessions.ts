import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/limits.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { EndedSessionEntity } from "../users/session.entity.ts";
import { UserEntity } from "../users/user.entity.ts";
import type { TokenSession } from "./token-session.ts";

/** Ends every session that began by then (epoch seconds), but the exempt one; holds while the account is open. */
export function endSessions({ userId, notBefore = 0 }: User, at: number, exempt?: Pick<TokenSession, "sessionId">) {
  const exemptSession = exempt?.sessionId ?? $remove();
  return UserEntity.build(UpdateTransaction)
    .item({ userId, notBefore: Math.max(at, notBefore + 1), exemptSession })
    .options({ condition: OPEN });
}

/**
 * Ends one session for every call that is checked from now on. Kept for as long as a refresh token of the session can
 * live: revoking one leaves those that other tabs got for the same token.
 */
export const endSession = (
  { table, now }: Pick<BaseServices, "now"> & { table: OpenTable },
  { sessionId }: Pick<TokenSession, "sessionId">,
) =>
  table.send(
    EndedSessionEntity.build(PutItemCommand).item({ sessionId, expires: epochSeconds(now()) + LIFETIMES.refreshToken }),
  );
