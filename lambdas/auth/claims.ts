import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/limits.ts";
import type { SignupForm } from "#shared/model/account.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { type ConditionalWrite, transact } from "../table/transact.ts";
import { ClaimEntity } from "../users/claim.entity.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";

/** Free, run out, or the account's own already. */
const take = (kind: "NAME" | "EMAIL", value: string, userId: string, now: Date, until?: number) =>
  ClaimEntity.build(PutTransaction)
    .item({ kind, value, userId, ...(until === undefined ? {} : { until }) })
    .options({
      condition: {
        or: [
          { attr: "userId", exists: false },
          { attr: "until", lt: epochSeconds(now) },
          { attr: "userId", eq: userId },
        ],
      },
    });

/** Stores a new account with its two claims for the time that a sign-up takes; refuses a name or address of another. */
export function reserveAccount(table: OpenTable, userId: string, form: SignupForm, now: Date) {
  const until = epochSeconds(now) + LIFETIMES.unfinishedSignup;
  return transact(table, [
    { write: take("NAME", form.userUsername, userId, now, until), otherwise: "username_taken" },
    { write: take("EMAIL", form.userEmail, userId, now, until), otherwise: "email_taken" },
    {
      write: UserEntity.build(PutTransaction).item({
        userId,
        name: form.userUsername,
        fullName: form.userName,
        email: form.userEmail,
        until,
      }),
    },
  ]);
}

/** Keeps what was reserved for as long as a link mailed now lives, if the account still has it and isn't verified. */
export function keepAccount(table: OpenTable, account: Account, now: Date) {
  const until = epochSeconds(now) + LIFETIMES.verificationLink;
  return transact(table, [
    ...claimsOf(account).map((claim) => ({
      write: ClaimEntity.build(UpdateTransaction)
        .item({ ...claim, until })
        .options({ condition: { attr: "userId", eq: account.userId } }),
      otherwise: "link_expired" as const,
    })),
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: account.userId, until })
        .options({ condition: { and: [OPEN, { attr: "verified", eq: false }] } }),
      otherwise: "link_expired",
    },
  ]);
}

type Account = Pick<User, "userId" | "name" | "email">;

const claimsOf = ({ name, email }: Account) =>
  [
    { kind: "NAME", value: name },
    { kind: "EMAIL", value: email },
  ] as const;

/** Gives back the claims of an account that couldn't be registered. */
export const releaseAccount = (table: OpenTable, account: Account) =>
  transact(table, [
    ...claimsOf(account).map((claim) => ({
      write: ClaimEntity.build(DeleteTransaction)
        .key(claim)
        .options({ condition: { attr: "userId", eq: account.userId } }),
    })),
    { write: UserEntity.build(DeleteTransaction).key({ userId: account.userId }) },
  ]);

type TokenUse = ConditionalWrite<"link_expired">;

/** Makes the claims of a verified account last; refuses when another account has taken one meanwhile. */
export const settleAccount = (table: OpenTable, account: Account, tokenUse: TokenUse) =>
  transact(table, [
    tokenUse,
    ...claimsOf(account).map((claim) => ({
      write: ClaimEntity.build(UpdateTransaction)
        .item({ ...claim, until: $remove() })
        .options({ condition: { attr: "userId", eq: account.userId } }),
      otherwise: "link_expired" as const,
    })),
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: account.userId, verified: true, until: $remove() })
        .options({ condition: { and: [OPEN, { attr: "email", eq: account.email }] } }),
      otherwise: "link_expired" as const,
    },
  ]);

/**
 * Moves an account to a proven address, which verifies it too, and uses the token up. Refuses when the address is
 * another account's by now, or this one was closed or moved meanwhile.
 */
export function adoptEmailClaims(table: OpenTable, account: Account, email: string, now: Date, tokenUse: TokenUse) {
  const moved = email.toLowerCase() !== account.email.toLowerCase();
  const left = ClaimEntity.build(DeleteTransaction)
    .key({ kind: "EMAIL", value: account.email })
    .options({
      condition: {
        or: [
          { attr: "userId", eq: account.userId },
          { attr: "userId", exists: false },
        ],
      },
    });
  return transact(table, [
    tokenUse,
    { write: take("NAME", account.name, account.userId, now), otherwise: "link_expired" },
    { write: take("EMAIL", email, account.userId, now), otherwise: "link_expired" },
    ...(moved ? [{ write: left, otherwise: "link_expired" as const }] : []),
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: account.userId, email, verified: true, until: $remove() })
        .options({ condition: { and: [OPEN, { attr: "email", eq: account.email }] } }),
      otherwise: "link_expired",
    },
  ]);
}
