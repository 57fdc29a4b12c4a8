import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/limits.ts";
import type { Route } from "#shared/route.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import type { ChallengeServices } from "./factor-challenge.ts";
import { FactorProofEntity } from "./factor-proof.entity.ts";

/** A session of a user's. */
interface Session {
  readonly userId: string;
  readonly sessionId: string;
}

/** Records that the session's user has just proven who they are, and whether the password did it. */
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
 * The caller's account, as it was before the proof that a route with effects asks for: always where factors change,
 * otherwise once the account has one. `undefined` for a route without effects.
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
  const isAsked = effects.includes("factors") || isProtected(user);
  return (isAsked ? await requireProof({ table, now }, user, session) : undefined) ?? user;
}

/**
 * Refuses a session that hasn't proven within ten minutes that its user is the owner: by a second factor once the account
 * has one, for who has only the password could remove it again.
 */
async function requireProof(
  { table, now }: ChallengeServices,
  user: Pick<User, "factors">,
  { userId, sessionId }: Session,
) {
  const get = FactorProofEntity.build(GetItemCommand).key({ userId, sessionId }).options({ consistent: true });
  const { Item } = await table.send(get);
  const counts = Item && Item.expires > epochSeconds(now()) && !(Item.byPassword && isProtected(user));
  return counts ? undefined : fail("proof_required");
}

/** Whether the account has a second factor. */
export const isProtected = ({ factors = 0 }: Pick<User, "factors">) => factors > 0;
