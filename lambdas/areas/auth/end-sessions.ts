import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import type { TokenSession } from "./token-session.ts";

/** The `notBefore` (epoch seconds) that ends every session of an account started by `at`. */
export const computeNotBefore = ({ notBefore = 0 }: User, at: number) => Math.max(at, notBefore + 1);

/**
 * Epoch seconds that an account's tokens are bound to. `endSessions` updates it, for example for a new password;
 * `buildOtherSessionsEnd` doesn't.
 */
export const passwordFrom = (user: Pick<User, "notBefore" | "passwordFrom">) =>
  user.passwordFrom ?? user.notBefore ?? 0;

interface EndOptions {
  /** The session that continues. */
  readonly exempt?: Pick<TokenSession, "sessionId">;
  /** Epoch seconds until which a starting password reset locks the account. */
  readonly resetUntil?: number;
  /** The restored e-mail address and count of second factors. */
  readonly restored?: Required<Pick<User, "email" | "undoneFrom" | "undoneAt" | "factors">>;
  /** Set if operators block the account; the time is ISO 8601. */
  readonly block?: { readonly at: string; readonly reason: string; readonly rule: string };
  /** An operator's reason, as sent to the owner. */
  readonly reason?: string;
  /** Removes all second factors in the same transaction. */
  readonly withoutFactors?: boolean;
}

/**
 * Ends every session started by `at` (epoch seconds) except the exempt one. Fails if the account was closed, signed out or
 * moved to another address since it was read, because the caller's decision may be outdated.
 */
export function endSessions(
  user: User,
  at: number,
  { exempt, resetUntil, restored, block, reason, withoutFactors }: EndOptions = {},
) {
  const notBefore = computeNotBefore(user, at);
  return UserEntity.build(UpdateTransaction)
    .item({
      userId: user.userId,
      notBefore,
      passwordFrom: notBefore,
      exemptSession: exempt?.sessionId ?? $remove(),
      resetUntil: resetUntil ?? $remove(),
      ...restored,
      ...(reason ? { sessionsEnded: $set({ notBefore, reason }) } : {}),
      ...(block
        ? {
            blockedAt: block.at,
            blockStatement: $set({ reason: block.reason, rule: block.rule }),
            operatorPermissions: $remove(),
          }
        : {}),
      ...(withoutFactors ? { factors: 0, factorsRemoved: at } : {}),
    })
    .options({
      condition:
        restored || withoutFactors
          ? { and: [buildUnchangedCondition(user), ifUnchanged("factors", user.factors)] }
          : buildUnchangedCondition(user),
    });
}

const buildUnchangedCondition = (user: User) => ({
  and: [OPEN, { attr: "email" as const, eq: user.email }, ifUnchanged("notBefore", user.notBefore)],
});

/**
 * Account attributes that end every session started by `at` (epoch seconds) except the exempt one, and keep the password.
 * Repeated calls never move `notBefore` beyond the present, so a thief with a session can't lock the owner out or void mailed
 * links.
 */
export const buildOtherSessionsEnd = (exempt: Pick<TokenSession, "sessionId">, user: User, at: number) => ({
  notBefore: Math.max(at, user.notBefore ?? 0),
  passwordFrom: passwordFrom(user),
  exemptSession: exempt.sessionId,
});

/** Ends every session started by `at` (epoch seconds) except the exempt one; the password stays. */
export const endSessionsExcept = (exempt: Pick<TokenSession, "sessionId">, user: User, at: number) =>
  UserEntity.build(UpdateTransaction)
    .item({ userId: user.userId, ...buildOtherSessionsEnd(exempt, user, at) })
    .options({ condition: buildUnchangedCondition(user) });

/** True while a password reset by mail is in progress; it expires, because its process may crash. */
export const isBeingReset = ({ resetUntil = 0 }: User, now: Date) => resetUntil > epochSeconds(now);
