import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import type { Failure } from "../../../runtime/failure.ts";
import { conditionHeld } from "../../../table/condition-held.ts";
import { ifUnchanged } from "../../../table/if-unchanged.ts";
import { throttleAccount } from "../../../throttle/throttle.ts";
import type { User } from "../../../users/find-user.ts";
import { findOpenUser, OPEN } from "../../../users/open-account.ts";
import { UserEntity } from "../../../users/user.entity.ts";
import { createSellerAccount, findSellerAccount, type SellerAccount } from "../../stripe/seller-account.ts";
import type { OnboardingServices } from "./services.ts";

/**
 * The user's account at the provider: the one that they have, or a new one in that country. The provider can't move an
 * account, so whoever chose another country before giving any details gets a new one. `undefined` once the user's own
 * account is closed; refused for whoever asks for new accounts again and again.
 */
export async function ensureSellerAccount(
  services: OnboardingServices,
  user: User,
  country: string,
): Promise<SellerAccount | Failure<"too_many_requests"> | undefined> {
  const { payments } = services;
  const existing = user.stripeId ? await findSellerAccount(payments, user.stripeId) : undefined;
  if (existing && (existing.details_submitted || existing.country === country)) return existing;

  const refused = await throttleAccount(services, "sellerAccount", user.userId);
  if (refused) return refused;
  const account = await createSellerAccount(payments, user, country, services.now());
  if (account.id === user.stripeId || (await assignAccount(services, user, account.id))) return account;
  // Another call was quicker: theirs is the user's account now.
  const { stripeId } = (await findOpenUser(services.table, user.userId)) ?? {};
  return stripeId ? findSellerAccount(payments, stripeId) : undefined;
}

function assignAccount({ table }: OnboardingServices, { userId, stripeId }: User, accountId: string) {
  const change = UserEntity.build(UpdateItemCommand)
    .item({ userId, stripeId: accountId })
    .options({ condition: { and: [OPEN, ifUnchanged("stripeId", stripeId)] } });
  return conditionHeld(table.send(change));
}
