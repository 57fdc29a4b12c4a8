import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { openSellerAccount, readOnboarding, startOnboarding } from "#shared/contract/onboarding.ts";
import { Failure, fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { conditionHeld, ifUnchanged } from "../../../../platform/table/conditions.ts";
import { throttleAccount } from "../../../../platform/throttle/throttle.ts";
import type { User } from "../../../users/find-user.ts";
import { findOpenUser, OPEN } from "../../../users/open-account.ts";
import { UserEntity } from "../../../users/user.entity.ts";
import {
  createLoginLink,
  createOnboardingLink,
  createSellerAccount,
  disconnectSellerAccount,
  findSellerAccount,
  isReady,
  type SellerAccount,
  syncSellerAccount,
  toRequirements,
} from "../../stripe/seller-account.ts";
import type { OnboardingServices } from "./services.ts";

/**
 * The user's account at Stripe: the existing one, or a new one in that country. Stripe can't move an account, so choosing
 * another country before giving details creates a new one. `undefined` once the user's account is closed; refused after too
 * many new accounts.
 */
async function ensureSellerAccount(
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
  if (!account) throw new Error("The account that was just created isn't connected");
  if (account.id === user.stripeId || (await assignAccount(services, user, account.id))) return account;
  // Another call was faster: its account is the user's now.
  const { stripeId } = (await findOpenUser(services.table, user.userId)) ?? {};
  return stripeId ? findSellerAccount(payments, stripeId) : undefined;
}

function assignAccount({ table }: OnboardingServices, { userId, stripeId }: User, accountId: string) {
  const change = UserEntity.build(UpdateItemCommand)
    .item({ userId, stripeId: accountId })
    .options({ condition: { and: [OPEN, ifUnchanged("stripeId", stripeId)] } });
  return conditionHeld(table.send(change));
}

/** True if the user's Stripe account is still connected to ours; stores it if it isn't. */
async function isConnected({ table, payments }: OnboardingServices, { userId, stripeId = "" }: User) {
  if (await findSellerAccount(payments, stripeId)) return true;
  await disconnectSellerAccount(table, userId, stripeId);
  return false;
}

export const startOnboardingHandler = handle(
  startOnboarding,
  async ({ body, owner: user }, services: OnboardingServices) => {
    if (user.onboarded && (await isConnected(services, user))) return fail("already_onboarded");
    const account = await ensureSellerAccount(services, user, body.userBusinessAddress);
    if (!account) return fail("forbidden");
    if (account instanceof Failure) return account;
    if (isReady(account)) {
      await syncSellerAccount(services, account.id);
      return fail("already_onboarded");
    }
    return { redirect: await createOnboardingLink(services.payments, account.id, services.siteOrigin) };
  },
);

const NOT_BEGUN = { onboarded: false, chargesEnabled: false, payoutsEnabled: false, requirements: [], country: null };

/** Writes nothing: Stripe's `account.updated` and `startOnboarding` make the user a seller. */
export const readOnboardingHandler = handle(readOnboarding, async ({ params }, services: OnboardingServices) => {
  const user = await findOpenUser(services.table, params.userId);
  if (!user) return fail("forbidden");
  if (!user.stripeId) return NOT_BEGUN;
  const account = await findSellerAccount(services.payments, user.stripeId);
  if (!account) return NOT_BEGUN;
  return {
    // Publishing at a price checks the table, buying checks Stripe; a seller needs both.
    onboarded: user.onboarded && isReady(account),
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    ...toRequirements(account),
    country: account.country ?? null,
  };
});

export const openSellerAccountHandler = handle(
  openSellerAccount,
  async ({ owner }, { payments, siteOrigin }: OnboardingServices) => {
    const account = owner.stripeId ? await findSellerAccount(payments, owner.stripeId) : undefined;
    if (!account) return fail("onboarding_not_begun");
    const { requirements, upcoming } = toRequirements(account);
    const isDue = requirements.length > 0 || upcoming !== undefined;
    if (isDue || !account.details_submitted) {
      return { redirect: await createOnboardingLink(payments, account.id, siteOrigin) };
    }
    return { redirect: await createLoginLink(payments, account.id) };
  },
);
