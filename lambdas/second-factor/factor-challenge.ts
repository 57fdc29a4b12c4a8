import { createHash, randomBytes } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/limits.ts";
import { passwordFrom } from "../auth/end-sessions.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { conditionHeld } from "../table/condition-held.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { FactorChallengeEntity } from "./factor-challenge.entity.ts";

export interface ChallengeServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

type Owner = Pick<User, "userId" | "notBefore" | "passwordFrom">;

/**
 * What is answered, and by whom. `login`: a log-in whose password was right. The others are signed by a passkey:
 * `passkeySignIn` by anyone's, `passkeyProof` by one of the owner's, `passkeyRegistration` by a new one.
 */
export type FactorChallenge =
  | { readonly purpose: "login" | "passkeyProof" | "passkeyRegistration"; readonly owner: Owner }
  | { readonly purpose: "passkeySignIn"; readonly owner?: undefined };

/** A new password ends every challenge of the account, for the key is made of when it was last set. */
function challengeKey({ purpose, owner }: FactorChallenge, secret: string) {
  const parts = JSON.stringify([purpose, owner?.userId ?? "", owner ? passwordFrom(owner) : 0, secret]);
  return { digest: createHash("sha256").update(parts).digest("base64url") };
}

/** Opens a challenge for five minutes; answers with its secret, 256 random bits in base64url, which is stored nowhere. */
export async function openChallenge({ table, now }: ChallengeServices, challenge: FactorChallenge): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const expires = epochSeconds(now()) + LIFETIMES.factorChallenge;
  await table.send(FactorChallengeEntity.build(PutItemCommand).item({ ...challengeKey(challenge, secret), expires }));
  return secret;
}

/** Whether the challenge is open. */
export async function isOpenChallenge(services: ChallengeServices, challenge: FactorChallenge, secret: string) {
  const { table, now } = services;
  const get = FactorChallengeEntity.build(GetItemCommand)
    .key(challengeKey(challenge, secret))
    .options({ consistent: true });
  const { Item } = await table.send(get);
  return Item !== undefined && Item.expires > epochSeconds(now());
}

/** Closes the challenge; true for one caller only, and for none once its time is over. */
export function closeChallenge({ table, now }: ChallengeServices, challenge: FactorChallenge, secret: string) {
  const close = FactorChallengeEntity.build(DeleteItemCommand)
    .key(challengeKey(challenge, secret))
    .options({ condition: { attr: "expires", gt: epochSeconds(now()) } });
  return conditionHeld(table.send(close));
}
