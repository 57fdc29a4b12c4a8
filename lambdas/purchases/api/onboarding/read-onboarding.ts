import { readOnboarding } from "#shared/contract/onboarding.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { isReady, syncSellerAccount } from "../../stripe/seller-account.ts";
import type { OnboardingServices } from "./services.ts";

const NOT_BEGUN = { onboarded: false, chargesEnabled: false, payoutsEnabled: false, requirements: [], country: null };

export const readOnboardingHandler = handle(readOnboarding, async ({ params }, services: OnboardingServices) => {
  const user = await findOpenUser(services.table, params.userId);
  if (!user) return fail("forbidden");
  if (!user.stripeId) return NOT_BEGUN;
  const account = await syncSellerAccount(services, user.stripeId);
  return {
    onboarded: isReady(account),
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    requirements: account.requirements?.currently_due ?? [],
    country: account.country ?? null,
  };
});
