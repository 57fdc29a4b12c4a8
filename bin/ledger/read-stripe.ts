import type Stripe from "stripe";
import type { ProviderMoney } from "#lambdas/areas/purchases/ledger/money.ts";
import { toProviderMoney } from "#lambdas/areas/purchases/ledger/to-provider-money.ts";
import { sumWithdrawn } from "#lambdas/areas/purchases/stripe/dispute-states.ts";
import { getId } from "#lambdas/areas/purchases/stripe/read-charge.ts";

const PAGE = 100;

type Expanded<T> = T | string | null | undefined;

const object = <T extends object>(value: Expanded<T>): T | undefined =>
  typeof value === "object" && value !== null ? value : undefined;

/** Each order's money at Stripe by order id: charges less refunds and amounts withdrawn by disputes, and sellers' shares. */
export async function readStripe(stripe: Stripe): Promise<Map<string, ProviderMoney>> {
  const withdrawn = new Map<string, number>();
  for await (const dispute of stripe.disputes.list({ limit: PAGE })) {
    withdrawn.set(getId(dispute.charge), sumWithdrawn(dispute));
  }
  const transferred = new Map<string, Stripe.Transfer[]>();
  const expandedPayment = ["data.destination_payment.balance_transaction"];
  for await (const transfer of stripe.transfers.list({ limit: PAGE, expand: expandedPayment })) {
    const group = transfer.transfer_group;
    // Newest first, so the charge's own transfer is the last.
    if (group) transferred.set(group, [transfer, ...(transferred.get(group) ?? [])]);
  }
  const found = new Map<string, ProviderMoney>();
  const expand = ["data.latest_charge.balance_transaction", "data.latest_charge.application_fee.balance_transaction"];
  for await (const { status, metadata, latest_charge } of stripe.paymentIntents.list({ limit: PAGE, expand })) {
    const charge = object(latest_charge);
    if (status === "succeeded" && metadata.orderId && charge) {
      const transfers = transferred.get(charge.transfer_group ?? "") ?? [];
      found.set(metadata.orderId, toProviderMoney(toPaidCharge(charge, transfers), withdrawn.get(charge.id) ?? 0));
    }
  }
  return found;
}

const toPaidCharge = (charge: Stripe.Charge, transfers: readonly Stripe.Transfer[]) => ({
  charge,
  transfers,
  fee: object<Stripe.ApplicationFee>(charge.application_fee),
  refunds: [],
  disputes: [],
});
