import { readPayouts } from "#shared/contract/onboarding.ts";
import { formatCurrency } from "#shared/currency.ts";
import type { Payouts } from "#shared/model/payouts.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSignedIn } from "#web/session/use-session.ts";

const IN_PLACE = ["onboarding_not_begun", "payouts_unavailable"] as const;

/** `SEK 1,713.60 available and SEK 20.00 pending`; empty without a balance. */
function toBalanceText({ available, pending }: Pick<Payouts, "available" | "pending">): string {
  const parts = Object.entries({ available, pending }).flatMap(([state, amounts]) =>
    amounts
      .filter(({ amount }) => amount !== 0)
      .map(({ amount, currency }) => `${formatCurrency(amount, currency)} ${state}`),
  );
  return new Intl.ListFormat("en-US").format(parts);
}

/** A sentence about a seller's Stripe balance after deactivation; null without a Stripe account. */
export function useBalanceText(): string | null {
  const { id: userId, stripeId } = useSignedIn();
  const { data } = useRead(readPayouts, stripeId ? { params: { userId } } : null, { inPlace: IN_PLACE });
  if (!stripeId) return null;
  const sum = data && toBalanceText(data);
  return `Your balance at Stripe${sum ? `, ${sum},` : ""} is paid out to your bank account on the usual schedule.`;
}
