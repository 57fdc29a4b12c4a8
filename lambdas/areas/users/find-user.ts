import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { ClaimEntity } from "./claim.entity.ts";
import { UserEntity } from "./user.entity.ts";

/** The account with this id, including closed ones; `undefined` without one. */
export async function findUser(table: OpenTable, userId: string) {
  const { Item } = await table.send(UserEntity.build(GetItemCommand).key({ userId }).options({ consistent: true }));
  return Item;
}

export type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

interface ClaimKey {
  readonly kind: "NAME" | "LOOK" | "EMAIL";
  readonly value: string;
}

async function findClaim(table: OpenTable, claim: ClaimKey) {
  const { Item } = await table.send(ClaimEntity.build(GetItemCommand).key(claim).options({ consistent: true }));
  return Item;
}

/** Id of the user with a username or its skeleton, ignoring case; expired claims don't count. */
export async function findClaimant(table: OpenTable, claim: ClaimKey & { readonly kind: "NAME" | "LOOK" }, now: Date) {
  const found = await findClaim(table, claim);
  return found && (found.until === undefined || found.until * 1000 > now.getTime()) ? found.userId : undefined;
}

/** The account with this verified e-mail. */
export async function findEmailOwner(table: OpenTable, email: string) {
  const found = await findClaim(table, { kind: "EMAIL", value: email });
  // A claim with an expiry comes from an unconfirmed sign-up.
  return found?.until === undefined ? found?.userId : undefined;
}

/** The account with this username, neither closed nor blocked. */
export async function findByUsername(table: OpenTable, username: string, now: Date) {
  const userId = await findClaimant(table, { kind: "NAME", value: username }, now);
  const user = userId ? await findUser(table, userId) : undefined;
  return user?.verified && !user.deactivatedAt && !user.blockedAt ? user : undefined;
}
