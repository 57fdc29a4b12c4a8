import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/limits.ts";
import type { SignupForm } from "#shared/model/account.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import { conditionHeld } from "../table/condition-held.ts";
import { ifUnchanged } from "../table/if-unchanged.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { type ConditionalWrite, transact } from "../table/transact.ts";
import { ClaimEntity } from "../users/claim.entity.ts";
import { findClaim, type User } from "../users/find-user.ts";
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

/** Someone else took the address between looking it up and writing; the next look finds them. */
const LOOKS = 3;

/**
 * Stores a new account with its claims for the time that a sign-up takes; refuses a name of another. An address that has
 * an account is left to it: the new account then waits like any other, for a link that nobody gets.
 */
export async function reserveAccount(table: OpenTable, userId: string, form: SignupForm, now: Date) {
  const until = epochSeconds(now) + LIFETIMES.unfinishedSignup;
  const { userUsername: name, userName: fullName, userEmail: email } = form;
  for (let look = 1; look <= LOOKS; look++) {
    const sharesEmail = (await findClaim(table, { kind: "EMAIL", value: email }, now)) !== undefined;
    const refused = await transact(table, [
      { write: take("NAME", name, userId, now, until), otherwise: "username_taken" },
      ...(sharesEmail ? [] : [{ write: take("EMAIL", email, userId, now, until), otherwise: "email_taken" as const }]),
      { write: latestSignup(email, userId, now) },
      {
        write: UserEntity.build(PutTransaction).item({
          userId,
          name,
          fullName,
          email,
          until,
          ...(sharesEmail ? { sharesEmail } : {}),
        }),
      },
    ]);
    if (refused?.code === "username_taken") return fail("username_taken");
    if (!refused) return { sharesEmail };
  }
  throw new Error("An address changed hands again and again");
}

/** The latest one counts, so that what a log-in by address meets doesn't depend on whether it has an account. */
const latestSignup = (email: string, userId: string, now: Date) =>
  ClaimEntity.build(PutTransaction).item({
    kind: "SIGNUP",
    value: email,
    userId,
    until: epochSeconds(now) + LIFETIMES.verificationLink,
  });

/** Forgets that the account signed up with an address, unless another one did since. */
export const forgetSignup = (table: OpenTable, { userId, email }: Pick<User, "userId" | "email">) =>
  conditionHeld(
    table.send(
      ClaimEntity.build(DeleteItemCommand)
        .key({ kind: "SIGNUP", value: email })
        .options({ condition: { attr: "userId", eq: userId } }),
    ),
  );

/** Keeps what was reserved for as long as a link mailed now lives, if the account still has it and isn't verified. */
export function extendReservation(table: OpenTable, account: Account, now: Date) {
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

type Account = Pick<User, "userId" | "name" | "email" | "sharesEmail">;

const claimsOf = ({ name, email, sharesEmail }: Account) => [
  { kind: "NAME" as const, value: name },
  ...(sharesEmail ? [] : [{ kind: "EMAIL" as const, value: email }]),
];

/** Gives back the claims of an account that couldn't be registered. */
export async function releaseAccount(table: OpenTable, account: Account) {
  await forgetSignup(table, account);
  await transact(table, [
    ...claimsOf(account).map((claim) => ({
      write: ClaimEntity.build(DeleteTransaction)
        .key(claim)
        .options({ condition: { attr: "userId", eq: account.userId } }),
    })),
    { write: UserEntity.build(DeleteTransaction).key({ userId: account.userId }) },
  ]);
}

type TokenUse = ConditionalWrite<"link_expired">;

/** Makes the claims of a verified account last; refuses when another account has taken one meanwhile. */
export const verifyAccount = (table: OpenTable, account: Account, tokenUse: TokenUse) =>
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
 * another account's by now, or this one was closed, moved or had its sessions ended meanwhile.
 */
export function adoptEmailClaims(table: OpenTable, account: User, email: string, now: Date, tokenUse: TokenUse) {
  const leavesClaim = !account.sharesEmail && email.toLowerCase() !== account.email.toLowerCase();
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
    ...(leavesClaim ? [{ write: left, otherwise: "link_expired" as const }] : []),
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: account.userId, email, verified: true, until: $remove(), sharesEmail: $remove() })
        .options({
          condition: { and: [OPEN, { attr: "email", eq: account.email }, ifUnchanged("notBefore", account.notBefore)] },
        }),
      otherwise: "link_expired",
    },
  ]);
}
