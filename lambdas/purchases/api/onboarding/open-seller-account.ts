import { openSellerAccount } from "#shared/contract/onboarding.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import {
  createLoginLink,
  createOnboardingLink,
  findSellerAccount,
  requirementsOf,
} from "../../stripe/seller-account.ts";
import type { OnboardingServices } from "./services.ts";

export const openSellerAccountHandler = handle(
  openSellerAccount,
  async ({ owner }, { payments, siteOrigin }: OnboardingServices) => {
    const account = owner.stripeId ? await findSellerAccount(payments, owner.stripeId) : undefined;
    if (!account) return fail("onboarding_not_begun");
    const { requirements, upcoming } = requirementsOf(account);
    const isDue = requirements.length > 0 || upcoming !== undefined;
    if (isDue || !account.details_submitted) {
      return { redirect: await createOnboardingLink(payments, account.id, siteOrigin) };
    }
    return { redirect: await createLoginLink(payments, account.id) };
  },
);
