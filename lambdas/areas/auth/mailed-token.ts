import { createHash, randomBytes } from "node:crypto";
import type { FormattedItem } from "dynamodb-toolbox/entity";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { LIFETIMES } from "#shared/limits.ts";
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

/** 256 random bits that fit into a path. */
export const newSecret = () => randomBytes(32).toString("base64url");

/**
 * The key of a token. It is made of the account as it was when the token was mailed: once its address or password has
 * changed, and for another account or purpose, the secret leads to nothing.
 */
function tokenKey({ purpose, owner, secret }: TokenParts) {
  const { userId, email } = owner;
  const parts = JSON.stringify([purpose, userId, email, passwordFrom(owner), secret]);
  return { digest: createHash("sha256").update(parts).digest("base64url") };
}

/**
 * Makes a token for a user's present address and password that expires at `until` (epoch seconds) at the latest; answers
 * with the secret, which is stored nowhere.
 */
export async function issueToken(
  { table, now }: TokenServices,
  purpose: TokenParts["purpose"],
  owner: Owner,
  until = Number.POSITIVE_INFINITY,
) {
  const secret = newSecret();
  const expires = Math.min(epochSeconds(now()) + LIVES[purpose], until);
  await table.send(MailedTokenEntity.build(PutItemCommand).item({ ...tokenKey({ purpose, owner, secret }), expires }));
  return secret;
}

/** The token, if it is there and hasn't expired. */
export async function findToken({ table, now }: TokenServices, parts: TokenParts) {
  const get = MailedTokenEntity.build(GetItemCommand).key(tokenKey(parts)).options({ consistent: true });
  const { Item } = await table.send(get);
  return Item && Item.expires > epochSeconds(now()) ? Item : undefined;
}

const THERE = { attr: "expires", exists: true } as const;

/** True while another attempt holds the token. */
export const isAttempted = ({ attempt = 0 }: MailedToken, now: Date) => attempt > epochSeconds(now);

/**
 * Takes the token for one attempt to use it, which has some seconds, and binds it to the account as the same transaction
 * makes it: whoever follows the link again after a fault finds it there.
 */
export function startAttempt(token: MailedToken, parts: TokenParts, next: Owner, now: Date) {
  const attempt = epochSeconds(now) + LIFETIMES.resetAttempt;
  const moved = { ...tokenKey({ ...parts, owner: next }), expires: token.expires, attempt };
  return [redeemToken(parts), { write: MailedTokenEntity.build(PutTransaction).item(moved) }];
}

/** Uses the token up, in the same transaction as what it was for: once, whoever else has it too. */
export const redeemToken = (parts: TokenParts) => ({
  write: MailedTokenEntity.build(DeleteTransaction).key(tokenKey(parts)).options({ condition: THERE }),
  failure: "link_expired" as const,
});
