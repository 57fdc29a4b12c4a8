import type { Settlement } from "../stripe/read-charge.ts";

/** Amounts of the buyer and the seller, and the platform's fee, in cents. */
export interface Money {
  readonly spent: number;
  readonly earned: number;
  readonly fee: number;
}

/** An order's money according to our table. */
export interface OrderMoney {
  /** The stored settlement; absent on older orders. */
  readonly settlement?: Settlement | undefined;
  /** True while the order awaits its settlement. */
  readonly isUnsettled: boolean;
  /** Amounts of the order itself. */
  readonly expected: Money;
  /** The sum of the order's movements. */
  readonly booked: Money;
  /** The order's tax less refunded tax, and the tax of its movements; absent if none was calculated. */
  readonly tax?: { readonly expected: number; readonly booked: number } | undefined;
  /** Cents that a lost dispute removed from Stripe's tax records. */
  readonly taxReversal?: number | undefined;
  readonly status: string;
  readonly intentId?: string | undefined;
}

/** An order's money according to Stripe. */
export interface ProviderMoney extends Money {
  /** The seller's share and our fee with their currencies; absent until Stripe has transferred both, shortly after the payment. */
  readonly settlement?: Settlement | undefined;
  /** True while the settlement is pending. */
  readonly isPending: boolean;
}

/** Total of sellers' shares or of our fees, in the smallest unit of one currency. */
export interface CurrencyTotal {
  readonly of: keyof Settlement;
  readonly currency: string;
  readonly recorded: number;
  readonly atProvider: number;
}

export const NO_MONEY: Money = { spent: 0, earned: 0, fee: 0 };

export const sumMoney = (one: Money, other: Money): Money => ({
  spent: one.spent + other.spent,
  earned: one.earned + other.earned,
  fee: one.fee + other.fee,
});

export const isSameMoney = (one: Money, other: Money) =>
  one.spent === other.spent && one.earned === other.earned && one.fee === other.fee;

export const formatMoney = ({ spent, earned, fee }: Money) => `${spent} = ${earned} + ${fee}`;

/** Formats a settlement, such as `seller 1563 eur, fee 629 usd`. */
export const formatSettlement = ({ seller, fee }: Settlement) =>
  `seller ${seller.amount} ${seller.currency}${fee ? `, fee ${fee.amount} ${fee.currency}` : ""}`;
