import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { FailureCode } from "#shared/failures.ts";
import { cancelEmailChange } from "../auth/email-change.ts";
import { otherSessionsEnded } from "../auth/end-sessions.ts";
import type { Actor } from "../runtime/actor.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { Failure } from "../runtime/failure.ts";
import { ifUnchanged } from "../table/if-unchanged.ts";
import { type ConditionalWrite, transact } from "../table/transact.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { isProtected } from "./factor-proof.ts";
import { removalOfRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
import type { SecondFactorServices } from "./services.ts";

/** A session of the owner's and the account as it was before its proof. */
export interface OwnerCall {
  readonly actor: Actor;
  readonly owner: User;
}

/** The account's count of factors goes with each of them; one that changed, or whose sessions ended, in the same moment is tried again. */
const countFactor = (
  { userId, factors, notBefore }: User,
  change: 1 | -1,
  ended: Partial<ReturnType<typeof otherSessionsEnded>> = {},
) => ({
  write: UserEntity.build(UpdateTransaction)
    .item({ userId, factors: $add(change), ...ended })
    .options({ condition: { and: [OPEN, ifUnchanged("factors", factors), ifUnchanged("notBefore", notBefore)] } }),
  otherwise: "too_many_requests" as const,
});

/**
 * Adds a factor by these writes. An account's first one brings recovery codes, which the answer has; null for others. It
 * ends every other session, none of which a second factor let in, and a change of e-mail that waits for its link.
 */
export async function addFactor<F extends FailureCode>(
  { table, secondFactor, now }: SecondFactorServices,
  { actor, owner }: OwnerCall,
  writes: readonly ConditionalWrite<F>[],
): Promise<Failure<F | "too_many_requests"> | { readonly recoveryCodes: string[] | null }> {
  if (isProtected(owner)) {
    const refused = await transact<F | "too_many_requests">(table, [...writes, countFactor(owner, 1)]);
    return refused ?? { recoveryCodes: null };
  }
  const { userId } = owner;
  const recovery = await replaceRecoveryCodes(table, secondFactor, userId);
  const refused = await transact<F | "too_many_requests">(table, [
    ...writes,
    countFactor(owner, 1, otherSessionsEnded(actor, owner, epochSeconds(now()))),
    ...recovery.writes,
    cancelEmailChange(userId),
  ]);
  return refused ?? { recoveryCodes: recovery.codes };
}

/** Removes a factor by this write. Recovery codes go with the last one. */
export async function removeFactor<F extends FailureCode>(
  { table }: SecondFactorServices,
  user: User,
  write: ConditionalWrite<F>,
): Promise<Failure<F | "too_many_requests"> | undefined> {
  const codes = (user.factors ?? 0) <= 1 ? await removalOfRecoveryCodes(table, user.userId) : [];
  return transact<F | "too_many_requests">(table, [write, countFactor(user, -1), ...codes]);
}
