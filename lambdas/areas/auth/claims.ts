import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { SignupForm } from "#shared/model/account.ts";
import { computeUsernameSkeleton } from "#shared/rules/usernames.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { type ConditionalWrite, transact } from "../../platform/table/transact.ts";
import { ClaimEntity } from "../users/claim.entity.ts";
import { findClaimant, type User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { SignupEntity } from "./signup.entity.ts";

/** Claims a name; fails unless it is free, expired or the account's own. */
const claimName = (value: string, userId: string, now: Date, until?: number) =>
  ClaimEntity.build(PutTransaction)
    .item({ kind: "NAME", value, userId, ...(until === undefined ? {} : { until }) })
    .options({
      condition: {
        or: [
          { attr: "userId", exists: false },
          { attr: "until", lt: epochSeconds(now) },
          { attr: "userId", eq: userId },
        ],
      },
    });

const buildSkeletonClaim = (name: string) => ({ kind: "LOOK", value: computeUsernameSkeleton(name) }) as const;

/** True if a verified account has a name that looks like this one. */
export const hasLookalike = async (table: OpenTable, name: string, now: Date) =>
  (await findClaimant(table, buildSkeletonClaim(name), now)) !== undefined;

/** Claims a name's skeleton for the first account verified with it; later ones keep their names without it. */
async function claimSkeleton(table: OpenTable, { name, userId }: Account, now: Date) {
  if (await hasLookalike(table, name, now)) return [];
  const write = ClaimEntity.build(PutTransaction)
    .item({ ...buildSkeletonClaim(name), userId })
    .options({ condition: { attr: "userId", exists: false } });
  return [{ write, failure: "link_expired" as const }];
}

/** Claims an e-mail address for an account that opened a mailed link; unverified claims have an expiry and don't count. */
const claimEmail = (value: string, userId: string) =>
  ClaimEntity.build(PutTransaction)
    .item({ kind: "EMAIL", value, userId })
    .options({
      condition: {
        or: [
          { attr: "userId", exists: false },
          { attr: "until", exists: true },
          { attr: "userId", eq: userId },
        ],
      },
    });

/**
 * Stores a new account with a temporary claim of its name; fails if the name is taken. The address isn't claimed until a link
 * is opened, so that nobody can block someone else's address.
 */
export function reserveAccount(table: OpenTable, userId: string, form: SignupForm, now: Date) {
  const until = epochSeconds(now) + LIFETIMES.unfinishedSignup;
  const { userUsername: name, userName: fullName, userEmail: email, returnTo } = form;
  return transact(table, [
    { write: claimName(name, userId, now, until), failure: "username_taken" },
    {
      write: SignupEntity.build(PutTransaction).item({
        email,
        userId,
        returnTo,
        until: epochSeconds(now) + LIFETIMES.verificationLink,
      }),
    },
    { write: UserEntity.build(PutTransaction).item({ userId, name, fullName, email, until }) },
  ]);
}

/** Extends the reservation to the lifetime of a link mailed now, if the account still has it and isn't verified. */
export function extendReservation(table: OpenTable, { userId, name }: Account, now: Date) {
  const until = epochSeconds(now) + LIFETIMES.verificationLink;
  return transact(table, [
    {
      write: ClaimEntity.build(UpdateTransaction)
        .item({ kind: "NAME", value: name, until })
        .options({ condition: { attr: "userId", eq: userId } }),
      failure: "link_expired",
    },
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId, until })
        .options({ condition: { and: [OPEN, { attr: "verified", eq: false }] } }),
      failure: "link_expired",
    },
  ]);
}

type Account = Pick<User, "userId" | "name" | "email">;

const deleteSignup = ({ userId, email }: Account) => ({
  write: SignupEntity.build(DeleteTransaction).key({ email, userId }),
});

/** Releases the name of an account whose registration failed. */
export const releaseAccount = (table: OpenTable, account: Account) =>
  transact(table, [
    {
      write: ClaimEntity.build(DeleteTransaction)
        .key({ kind: "NAME", value: account.name })
        .options({ condition: { attr: "userId", eq: account.userId } }),
    },
    deleteSignup(account),
    { write: UserEntity.build(DeleteTransaction).key({ userId: account.userId }) },
  ]);

type TokenUse = ConditionalWrite<"link_expired">;

/** Claims an account's name and verified address for good; refuses if either was taken meanwhile. */
export const verifyAccount = async (table: OpenTable, account: Account, now: Date, tokenUse: TokenUse) =>
  transact(table, [
    tokenUse,
    ...(await claimSkeleton(table, account, now)),
    {
      write: ClaimEntity.build(UpdateTransaction)
        .item({ kind: "NAME", value: account.name, until: $remove() })
        .options({ condition: { attr: "userId", eq: account.userId } }),
      failure: "link_expired",
    },
    { write: claimEmail(account.email, account.userId), failure: "link_expired" },
    deleteSignup(account),
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: account.userId, verified: true, until: $remove() })
        .options({ condition: { and: [OPEN, { attr: "email", eq: account.email }] } }),
      failure: "link_expired",
    },
  ]);

/** Claims an address for an account and releases its former one. */
export function moveEmailClaim(account: User, email: string) {
  const taken = { write: claimEmail(email, account.userId), failure: "link_expired" as const };
  if (!account.verified || email.toLowerCase() === account.email.toLowerCase()) return [taken];
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
  return [taken, { write: left, failure: "link_expired" as const }];
}

/**
 * Moves an account to a verified address, which also verifies the account, and redeems the token. Fails if the address was
 * taken, or the account was closed, moved or signed out meanwhile.
 */
export async function replaceEmailClaim(table: OpenTable, account: User, email: string, now: Date, tokenUse: TokenUse) {
  return transact(table, [
    tokenUse,
    { write: claimName(account.name, account.userId, now), failure: "link_expired" },
    ...moveEmailClaim(account, email),
    ...(account.verified ? [] : [deleteSignup(account), ...(await claimSkeleton(table, account, now))]),
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: account.userId, email, emailChanged: epochSeconds(now), verified: true, until: $remove() })
        .options({
          condition: { and: [OPEN, { attr: "email", eq: account.email }, ifUnchanged("notBefore", account.notBefore)] },
        }),
      failure: "link_expired",
    },
  ]);
}
