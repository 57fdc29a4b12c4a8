import { createHash, randomBytes } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { fail } from "../runtime/failure.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { findUser } from "../users/find-user.ts";
import { adoptEmailClaims } from "./claims.ts";
import { EmailChangeEntity } from "./email-change.entity.ts";
import type { Identity } from "./identity.ts";

const PREFIX = "e-";

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Whether a verification link's token is of this kind. */
export const isEmailChangeToken = (token: string) => token.startsWith(PREFIX);

/** Remembers a wish for a new address and gives the token of the link that fulfils it. */
export async function rememberEmailChange(table: OpenTable, userId: string, email: string, until: Date) {
  const token = PREFIX + randomBytes(24).toString("base64url");
  const expires = Math.floor(until.getTime() / 1000);
  await table.send(EmailChangeEntity.build(PutItemCommand).item({ tokenHash: hashOf(token), userId, email, expires }));
  return token;
}

/**
 * Makes the remembered address the user's. The wish is forgotten last, so that opening the link again finishes
 * whatever a fault interrupted. Refuses a token that is unknown, old, or whose address someone else took.
 */
export async function fulfilEmailChange(table: OpenTable, identity: Identity, token: string, now: Date) {
  const key = { tokenHash: hashOf(token) };
  const { Item: change } = await table.send(
    EmailChangeEntity.build(GetItemCommand).key(key).options({ consistent: true }),
  );
  const user = change && change.expires * 1000 > now.getTime() && (await findUser(table, change.userId));
  if (!user || user.deactivatedAt) return fail("link_expired");
  const refused = await adoptEmailClaims(table, user, change.email, now);
  if (refused) return refused;
  await identity.adoptEmail(user.userId, change.email);
  await table.send(EmailChangeEntity.build(DeleteItemCommand).key(key));
  return undefined;
}
