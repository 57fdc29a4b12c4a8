import { startOnboarding } from "#shared/contract/onboarding.ts";
import { Failure, fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import type { User } from "../../../users/find-user.ts";
import {
  createOnboardingLink,
  disconnectSellerAccount,
  findSellerAccount,
  isReady,
  syncSellerAccount,
} from "../../stripe/seller-account.ts";
import { ensureSellerAccount } from "./ensure-seller-account.ts";
import type { OnboardingServices } from "./services.ts";

/** Whether the user's account is still connected to ours; where it isn't, that is recorded. */
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
