import { createHash, randomBytes } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { Route } from "#shared/route.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { passwordFrom } from "../auth/end-sessions.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { FactorChallengeEntity, FactorProofEntity } from "./factors.entity.ts";

export interface ChallengeServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

type Owner = Pick<User, "userId" | "notBefore" | "passwordFrom">;

/**
 * Purpose of a challenge, and the account it belongs to. `login` follows a correct password. Passkeys sign the others:
 * `passkeySignIn` any account's, `passkeyProof` one of the owner's, `passkeyRegistration` the new one.
 */
export type FactorChallenge =
  | { readonly purpose: "login" | "passkeyProof" | "passkeyRegistration"; readonly owner: Owner }
  | { readonly purpose: "passkeySignIn"; readonly owner?: undefined };

/** The key of a challenge. Includes the time of the last password, so that a new password ends every challenge. */
function buildChallengeKey({ purpose, owner }: FactorChallenge, secret: string) {
  const parts = JSON.stringify([purpose, owner?.userId ?? "", owner ? passwordFrom(owner) : 0, secret]);
  return { digest: createHash("sha256").update(parts).digest("base64url") };
}

/** Creates a challenge for five minutes; returns its secret, 256 random bits in base64url, which isn't stored. */
export async function createChallenge({ table, now }: ChallengeServices, challenge: FactorChallenge): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const expires = epochSeconds(now()) + LIFETIMES.factorChallenge;
  await table.send(
    FactorChallengeEntity.build(PutItemCommand).item({ ...buildChallengeKey(challenge, secret), expires }),
  );
  return secret;
}

export async function isOpenChallenge(services: ChallengeServices, challenge: FactorChallenge, secret: string) {
  const { table, now } = services;
  const get = FactorChallengeEntity.build(GetItemCommand)
    .key(buildChallengeKey(challenge, secret))
    .options({ consistent: true });
  const { Item } = await table.send(get);
  return Item !== undefined && Item.expires > epochSeconds(now());
}

/** Deletes the challenge. Returns true for exactly one caller, and false once it has expired. */
export function consumeChallenge({ table, now }: ChallengeServices, challenge: FactorChallenge, secret: string) {
  const close = FactorChallengeEntity.build(DeleteItemCommand)
    .key(buildChallengeKey(challenge, secret))
    .options({ condition: { attr: "expires", gt: epochSeconds(now()) } });
  return conditionHeld(table.send(close));
}

interface Session {
  readonly userId: string;
  readonly sessionId: string;
}

/** Stores a proof that the session's user is the account's owner, and whether it was by password. */
export const recordProof = (
  { table, now }: ChallengeServices,
  { userId, sessionId }: Session,
  { byPassword = false } = {},
) =>
  table.send(
    FactorProofEntity.build(PutItemCommand).item({
      userId,
      sessionId,
      byPassword,
      expires: epochSeconds(now()) + LIFETIMES.factorProof,
    }),
  );

/**
 * The caller's account if the session has the proof that a route with effects requires, otherwise a failure. Routes that
 * change factors always require it, others only if the account has a second factor. `undefined` for a route without effects.
 */
export async function findProvenOwner(
  { effects, path }: Route,
  session: Session | undefined,
  { table, now }: Partial<ChallengeServices> & Pick<ChallengeServices, "now">,
) {
  if (!effects) return undefined;
  if (!session || !table) throw new Error(`${path} has effects, so it needs a signed-in caller and the table`);
  const user = await findOpenUser(table, session.userId);
  if (!user) return fail("forbidden");
  const requiresProof = effects.includes("factors") || hasSecondFactor(user);
  return requiresProof && !(await hasProof({ table, now }, user, session)) ? fail("proof_required") : user;
}

/** True if the session has the owner's rights: the account has no second factor, or the session has proven it. */
export const isProvenOwner = async (services: ChallengeServices, user: Pick<User, "factors">, session: Session) =>
  !hasSecondFactor(user) || hasProof(services, user, session);

/**
 * True if the session has a proof of the owner from the last ten minutes: by a second factor once the account has one,
 * because a password alone mustn't be enough to remove it.
 */
async function hasProof(
  { table, now }: ChallengeServices,
  user: Pick<User, "factors">,
  { userId, sessionId }: Session,
): Promise<boolean> {
  const get = FactorProofEntity.build(GetItemCommand).key({ userId, sessionId }).options({ consistent: true });
  const { Item } = await table.send(get);
  return Item !== undefined && Item.expires > epochSeconds(now()) && !(Item.byPassword && hasSecondFactor(user));
}

/** True if the account has a second factor. */
export const hasSecondFactor = ({ factors = 0 }: Pick<User, "factors">) => factors > 0;
