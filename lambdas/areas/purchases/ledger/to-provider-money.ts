import { computeSellerPart, findSettlement, isPending, type PaidCharge } from "../stripe/read-charge.ts";
import type { ProviderMoney } from "./money.ts";

/**
 * A payment's money at Stripe, less the cents that disputes have withdrawn. Once captured, the charge is transferred to the
 * seller and the fee collected from there; both can be reversed.
 */
export function toProviderMoney(paid: PaidCharge, withdrawn: number): ProviderMoney {
  const { charge } = paid;
  const spent = charge.amount - charge.amount_refunded - withdrawn;
  const earned = charge.balance_transaction
    ? computeSellerPart(paid).current
    : charge.amount - (charge.application_fee_amount ?? 0);
  return { spent, earned, fee: spent - earned, settlement: findSettlement(paid), isPending: isPending(paid) };
}
