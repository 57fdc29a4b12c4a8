import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { SignupForm } from "#shared/model/account.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { transact } from "../table/transact.ts";
import { ClaimEntity } from "../users/claim.entity.ts";
import type { User } from "../users/find-user.ts";
import { UserEntity } from "../users/user.entity.ts";

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Free, run out, or the account's own already. */
const take = (kind: "NAME" | "EMAIL", value: string, userId: string, now: Date, until?: number) =>
  ClaimEntity.build(PutTransaction)
    .item({ kind, value, userId, ...(until === undefined ? {} : { until }) })
    .options({
      condition: {
        or: [
          { attr: "userId", exists: false },
          { attr: "until", lt: seconds(now) },
          { attr: "userId", eq: userId },
        ],
      },
    });

/** Stores a new account with its two claims, for as long as its link is good; refuses a name or address of another. */
export const reserveAccount = (table: OpenTable, userId: string, form: SignupForm, until: Date, now: Date) =>
  transact(table, [
    { write: take("NAME", form.userUsername, userId, now, seconds(until)), otherwise: "username_taken" },
    { write: take("EMAIL", form.userEmail, userId, now, seconds(until)), otherwise: "email_taken" },
    {
      write: UserEntity.build(PutTransaction).item({
        userId,
        name: form.userUsername,
        fullName: form.userName,
        email: form.userEmail,
      }),
    },
  ]);

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

/** Makes the claims of a verified account last; refuses when another account has taken one meanwhile. */
export const settleAccount = (table: OpenTable, account: Account) =>
  transact(table, [
    ...claimsOf(account).map((claim) => ({
      write: ClaimEntity.build(UpdateTransaction)
        .item({ ...claim, until: $remove() })
        .options({ condition: { attr: "userId", eq: account.userId } }),
      otherwise: "link_expired" as const,
    })),
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: account.userId, verified: true })
        .options({ condition: { attr: "name", exists: true } }),
      otherwise: "link_expired" as const,
    },
  ]);

/** Moves an account to a proven address, which verifies it too. Safe to repeat. */
export function adoptEmailClaims(table: OpenTable, account: Account, email: string, now: Date) {
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
    { write: take("NAME", account.name, account.userId, now), otherwise: "link_expired" },
    { write: take("EMAIL", email, account.userId, now), otherwise: "link_expired" },
    ...(moved ? [{ write: left, otherwise: "link_expired" as const }] : []),
    { write: UserEntity.build(UpdateTransaction).item({ userId: account.userId, email, verified: true }) },
  ]);
}
