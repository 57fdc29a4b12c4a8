import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import type Stripe from "stripe";
import { asRead } from "../table/as-read.ts";
import { conditionHeld } from "../table/condition-held.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser, OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import type { OnboardingServices } from "./services.ts";

/**
 * The user's account at the provider: the one that they have, or a new one in that country. The provider can't move an
 * account, so whoever chose another country before giving any details gets a new one. `undefined` once the user's own
 * account is closed.
 */
export async function sellerAccountOf(
  services: OnboardingServices,
  user: User,
  country: string,
): Promise<Stripe.Account | undefined> {
  const { stripe } = services.payments;
  const existing = user.stripeId ? await stripe.accounts.retrieve(user.stripeId) : undefined;
  if (existing && (existing.details_submitted || existing.country === country)) return existing;

  const account = await openAccount(services, user, country);
  if (account.id === user.stripeId || (await take(services, user, account.id))) return account;
  // Another call was quicker: theirs is the user's account now.
  const { stripeId } = (await findOpenUser(services.table, user.userId)) ?? {};
  return stripeId ? stripe.accounts.retrieve(stripeId) : undefined;
}

/** Asked for twice, it is the same account: the key says all that it is asked for with, as it is refused with anything else. */
const openAccount = ({ payments }: OnboardingServices, { userId, email }: User, country: string) =>
  payments.stripe.accounts.create(
    {
      type: "express",
      country,
      email,
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      metadata: { userId },
    },
    { idempotencyKey: `account-${userId}-${country}-${email}` },
  );

function take({ table }: OnboardingServices, { userId, stripeId }: User, accountId: string) {
  const change = UserEntity.build(UpdateItemCommand)
    .item({ userId, stripeId: accountId })
    .options({ condition: { and: [OPEN, asRead("stripeId", stripeId)] } });
  return conditionHeld(table.send(change));
}
