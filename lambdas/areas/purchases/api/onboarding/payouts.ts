import { readPayouts } from "#shared/contract/onboarding.ts";
import type { Payout } from "#shared/model/payouts.ts";
import { counted } from "../../../../platform/runtime/counted.ts";
import { fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { toIso } from "../../../../platform/runtime/time.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { findPayouts, getPayoutFailure } from "../../stripe/payout.ts";
import type { OnboardingServices } from "./services.ts";

const STATUS: Readonly<Record<string, Payout["status"]>> = { paid: "paid", failed: "failed", canceled: "canceled" };

const toAmount = ({ amount, currency }: { readonly amount: number; readonly currency: string }) => ({
  amount,
  currency: currency.toUpperCase(),
});

export const readPayoutsHandler = handle(readPayouts, async ({ params }, services: OnboardingServices) => {
  const user = await findOpenUser(services.table, params.userId);
  const found = user?.stripeId ? await findPayouts(services.payments, user.stripeId) : undefined;
  if (!found) return fail("onboarding_not_begun");
  if (found === "unreadable") {
    services.log.error("The Stripe key lacks permission to read balances and payouts", counted("PaymentRightsMissing"));
    return fail("payouts_unavailable");
  }
  const [balance, { data }] = found;
  return {
    available: balance.available.map(toAmount),
    pending: balance.pending.map(toAmount),
    payouts: data.map((payout) => ({
      ...toAmount(payout),
      payoutId: payout.id,
      status: STATUS[payout.status] ?? "pending",
      arrives: toIso(payout.arrival_date),
      failure: payout.status === "failed" ? getPayoutFailure(payout).reason : null,
    })),
  };
});
