/** What the buyer spent, the seller earned and the platform's fee, in cents. */
export interface Money {
  readonly spent: number;
  readonly earned: number;
  readonly fee: number;
}

/** An order's money according to our table. */
export interface Account {
  /** According to the order. */
  readonly agreed: Money;
  /** The sum of its movements. */
  readonly booked: Money;
  readonly status: string;
  readonly intentId?: string | undefined;
}

/** An order's money according to Stripe. */
export interface Held extends Money {
  /** Whether the seller's part and the fee have moved, which takes a moment after the payment. */
  readonly isSettled: boolean;
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
