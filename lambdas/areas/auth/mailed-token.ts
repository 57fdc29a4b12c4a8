import { createHash, randomBytes } from "node:crypto";
import type { FormattedItem } from "dynamodb-toolbox/entity";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { passwordFrom } from "./end-sessions.ts";
import { MailedTokenEntity } from "./mailed-token.entity.ts";

export interface TokenServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

const LIVES = { verification: LIFETIMES.verificationLink, reset: LIFETIMES.resetLink } as const;

type Owner = Pick<User, "userId" | "email" | "notBefore" | "passwordFrom">;

export interface TokenParts {
  readonly purpose: keyof typeof LIVES;
  readonly owner: Owner;
  readonly secret: string;
}

type MailedToken = FormattedItem<typeof MailedTokenEntity>;

/** A secret of 256 random bits, safe in a path. */
export const generateSecret = () => randomBytes(32).toString("base64url");

/**
 * The key of a token. It contains the account's state when it was mailed: a changed address or password, another account or
 * another purpose make the secret invalid.
 */
function buildTokenKey({ purpose, owner, secret }: TokenParts) {
  const { userId, email } = owner;
  const parts = JSON.stringify([purpose, userId, email, passwordFrom(owner), secret]);
  return { digest: createHash("sha256").update(parts).digest("base64url") };
}

/**
 * Creates a token for a user's current address and password that expires at `until` (epoch seconds) at the latest; returns
 * the secret, which isn't stored.
 */
export async function issueToken(
  { table, now }: TokenServices,
  purpose: TokenParts["purpose"],
  owner: Owner,
  until = Number.POSITIVE_INFINITY,
) {
  const secret = generateSecret();
  const expires = Math.min(epochSeconds(now()) + LIVES[purpose], until);
  await table.send(
    MailedTokenEntity.build(PutItemCommand).item({ ...buildTokenKey({ purpose, owner, secret }), expires }),
  );
  return secret;
}

/** The token, unless it has expired. */
export async function findToken({ table, now }: TokenServices, parts: TokenParts) {
  const get = MailedTokenEntity.build(GetItemCommand).key(buildTokenKey(parts)).options({ consistent: true });
  const { Item } = await table.send(get);
  return Item && Item.expires > epochSeconds(now()) ? Item : undefined;
}

const THERE = { attr: "expires", exists: true } as const;

/** True while another attempt has the token locked. */
export const isAttempted = ({ attempt = 0 }: MailedToken, now: Date) => attempt > epochSeconds(now);

/**
 * Locks the token for one attempt, for some seconds, and binds it to the account's new state in the same transaction: after a
 * crash, the link can be opened again.
 */
export function startAttempt(token: MailedToken, parts: TokenParts, next: Owner, now: Date) {
  const attempt = epochSeconds(now) + LIFETIMES.resetAttempt;
  const moved = { ...buildTokenKey({ ...parts, owner: next }), expires: token.expires, attempt };
  return [redeemToken(parts), { write: MailedTokenEntity.build(PutTransaction).item(moved) }];
}

/** Redeems the token, in the same transaction as its effect, so that it works only once. */
export const redeemToken = (parts: TokenParts) => ({
  write: MailedTokenEntity.build(DeleteTransaction).key(buildTokenKey(parts)).options({ condition: THERE }),
  failure: "link_expired" as const,
});
