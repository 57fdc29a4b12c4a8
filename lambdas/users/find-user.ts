import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { LIMITS } from "#shared/limits.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { ClaimEntity } from "./claim.entity.ts";
import { UserEntity } from "./user.entity.ts";

/** The account with this id, closed ones included; `undefined` where there is none. */
export async function findUser(table: OpenTable, userId: string) {
  const { Item } = await table.send(UserEntity.build(GetItemCommand).key({ userId }).options({ consistent: true }));
  return Item;
}

export type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

interface ClaimKey {
  readonly kind: "NAME" | "LOOK" | "EMAIL";
  readonly value: string;
}

/** The claim to a username or an e-mail, whatever its case; one that has expired is nobody's. */
export async function findClaim(table: OpenTable, claim: ClaimKey, now: Date) {
  // Longer than any claim, and perhaps than any key may be.
  if (claim.value.length > LIMITS.email.max) return undefined;
  const { Item } = await table.send(ClaimEntity.build(GetItemCommand).key(claim).options({ consistent: true }));
  return Item && (Item.until === undefined || Item.until * 1000 > now.getTime()) ? Item : undefined;
}

/** Whose username or e-mail this is. */
export const findClaimant = async (table: OpenTable, claim: ClaimKey, now: Date) =>
  (await findClaim(table, claim, now))?.userId;

/** The account that has proven an e-mail to be its own. */
export async function findOwnerOf(table: OpenTable, email: string) {
  if (email.length > LIMITS.email.max) return undefined;
  const claim = { kind: "EMAIL", value: email } as const;
  const { Item } = await table.send(ClaimEntity.build(GetItemCommand).key(claim).options({ consistent: true }));
  // A claim that ends was a sign-up's that nobody has confirmed.
  return Item?.until === undefined ? Item?.userId : undefined;
}

/** The open account with this username. */
export async function findByUsername(table: OpenTable, username: string, now: Date) {
  const userId = await findClaimant(table, { kind: "NAME", value: username }, now);
  const user = userId ? await findUser(table, userId) : undefined;
  return user?.verified && !user.deactivatedAt ? user : undefined;
}
