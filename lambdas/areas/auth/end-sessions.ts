import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import type { TokenSession } from "./token-session.ts";

/** The `notBefore` that ends every session of an account that began by then (epoch seconds). */
export const nextNotBefore = ({ notBefore = 0 }: User, at: number) => Math.max(at, notBefore + 1);

/**
 * Time (epoch seconds) that an account's tokens are bound to. `endSessions` moves it, for a new password among others;
 * `otherSessionsEnded` keeps it.
 */
export const passwordFrom = (user: Pick<User, "notBefore" | "passwordFrom">) =>
  user.passwordFrom ?? user.notBefore ?? 0;

interface Kept {
  /** The session that continues. */
  readonly exempt?: Pick<TokenSession, "sessionId">;
  /** Epoch seconds until which a reset of the password, which begins now, has the account to itself. */
  readonly resetUntil?: number;
  /** The address and the count of second factors that the account has again. */
  readonly restored?: Required<Pick<User, "email" | "undoneFrom" | "undoneAt" | "factors">>;
  /** When operators block the account, in ISO 8601. */
  readonly blockedAt?: string;
  /** All second factors are removed in the same transaction. */
  readonly withoutFactors?: boolean;
}

/**
 * Ends every session that began by then (epoch seconds), but the exempt one. Holds while the account is open and nothing
 * else ended its sessions or moved its address since it was read: what was decided on may be over.
 */
export function endSessions(
  user: User,
  at: number,
  { exempt, resetUntil, restored, blockedAt, withoutFactors }: Kept = {},
) {
  const notBefore = nextNotBefore(user, at);
  return UserEntity.build(UpdateTransaction)
    .item({
      userId: user.userId,
      notBefore,
      passwordFrom: notBefore,
      exemptSession: exempt?.sessionId ?? $remove(),
      resetUntil: resetUntil ?? $remove(),
      ...restored,
      ...(blockedAt ? { blockedAt } : {}),
      ...(withoutFactors ? { factors: 0, factorsRemoved: at } : {}),
    })
    .options({
      condition:
        restored || withoutFactors ? { and: [asRead(user), ifUnchanged("factors", user.factors)] } : asRead(user),
    });
}

const asRead = (user: User) => ({
  and: [OPEN, { attr: "email" as const, eq: user.email }, ifUnchanged("notBefore", user.notBefore)],
});

/**
 * Account attributes that end every session started by `at` (epoch seconds) except the exempt one, and keep the
 * password. Repeated calls never move `notBefore` past the present: a thief with a session must not keep the owner from
 * logging in or from using a mailed link.
 */
export const otherSessionsEnded = (exempt: Pick<TokenSession, "sessionId">, user: User, at: number) => ({
  notBefore: Math.max(at, user.notBefore ?? 0),
  passwordFrom: passwordFrom(user),
  exemptSession: exempt.sessionId,
});

/** Ends every session that began by then (epoch seconds), but the exempt one; the password stays. */
export const endSessionsBut = (exempt: Pick<TokenSession, "sessionId">, user: User, at: number) =>
  UserEntity.build(UpdateTransaction)
    .item({ userId: user.userId, ...otherSessionsEnded(exempt, user, at) })
    .options({ condition: asRead(user) });

/** True while a password reset by mail is in progress; it times out, because its process may die halfway. */
export const isBeingReset = ({ resetUntil = 0 }: User, now: Date) => resetUntil > epochSeconds(now);
