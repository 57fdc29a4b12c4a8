import { readOnboarding } from "#shared/contract/onboarding.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { findSellerAccount, isReady, requirementsOf } from "../../stripe/seller-account.ts";
import type { OnboardingServices } from "./services.ts";

const NOT_BEGUN = { onboarded: false, chargesEnabled: false, payoutsEnabled: false, requirements: [], country: null };

/** Writes nothing: Stripe's `account.updated` and `startOnboarding` make the user a seller. */
export const readOnboardingHandler = handle(readOnboarding, async ({ params }, services: OnboardingServices) => {
  const user = await findOpenUser(services.table, params.userId);
  if (!user) return fail("forbidden");
  if (!user.stripeId) return NOT_BEGUN;
  const account = await findSellerAccount(services.payments, user.stripeId);
  if (!account) return NOT_BEGUN;
  return {
    // Publishing at a price asks the table, buying asks Stripe: a seller is who passes both.
    onboarded: user.onboarded && isReady(account),
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    ...requirementsOf(account),
    country: account.country ?? null,
  };
});
