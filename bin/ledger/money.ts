/** What a buyer paid, a seller got and we kept; cents. */
export interface Money {
  readonly spent: number;
  readonly earned: number;
  readonly fee: number;
}

/** An order's money by our own account of it. */
export interface Account {
  /** By what the order says. */
  readonly agreed: Money;
  /** By its movements. */
  readonly booked: Money;
  readonly status: string;
  readonly intentId?: string | undefined;
}

export const NOTHING: Money = { spent: 0, earned: 0, fee: 0 };

export const sum = (one: Money, other: Money): Money => ({
  spent: one.spent + other.spent,
  earned: one.earned + other.earned,
  fee: one.fee + other.fee,
});

export const same = (one: Money, other: Money) =>
  one.spent === other.spent && one.earned === other.earned && one.fee === other.fee;

export const say = ({ spent, earned, fee }: Money) => `${spent} = ${earned} + ${fee}`;
