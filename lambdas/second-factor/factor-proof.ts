import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import type { User } from "../users/find-user.ts";
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
 * Refuses a session that hasn't proven within ten minutes that its user is the owner: by a second factor once the account
 * has one, for who has only the password could remove it again.
 */
export async function requireProof(
  { table, now }: ChallengeServices,
  user: Pick<User, "factors">,
  { userId, sessionId }: Session,
) {
  const get = FactorProofEntity.build(GetItemCommand).key({ userId, sessionId }).options({ consistent: true });
  const { Item } = await table.send(get);
  const counts = Item && Item.expires > epochSeconds(now()) && !(Item.byPassword && isProtected(user));
  return counts ? undefined : fail("proof_required");
}

/** The same where only accounts with a second factor are asked for it. */
export const requireProofIfProtected = async (
  services: ChallengeServices,
  user: Pick<User, "factors">,
  session: Session,
) => (isProtected(user) ? requireProof(services, user, session) : undefined);

/** Whether the account has a second factor. */
export const isProtected = ({ factors = 0 }: Pick<User, "factors">) => factors > 0;
