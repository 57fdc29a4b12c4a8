import type { OrderStatus } from "#shared/model/order.ts";

interface OrderState {
  readonly license: "valid" | "revoked";
  /** `possible` if the seller can refund it now, `refused` if not, `done` if it is refunded already. */
  readonly refund: "possible" | "refused" | "done";
  /** Next states and their causes. Each is derived from the charge (`getStatus`), so that events may arrive in any order. */
  readonly moves: Readonly<Partial<Record<OrderStatus, string>>>;
}

/** States of an order, which exists only once it is paid or taken for free. */
export const ORDER_STATES: Readonly<Record<OrderStatus, OrderState>> = {
  completed: {
    license: "valid",
    refund: "possible",
    moves: {
      disputed: "the bank withdraws the payment while it decides",
      refunded: "refunds of the whole payment have succeeded",
    },
  },
  disputed: {
    license: "valid",
    refund: "refused",
    moves: {
      completed: "the dispute is won or closed, or its money came back",
      refunded: "the dispute is lost, or everything was refunded before",
    },
  },
  refunded: {
    license: "revoked",
    refund: "done",
    moves: {
      completed: "the bank returned a refund, or an appeal was won",
      disputed: "the bank returned a refund while a dispute is open",
    },
  },
};

/** Ends of an intent, which release its lock; while it is open, its buyer can pay. */
export const INTENT_ENDS = {
  paid: "its payment succeeded: the order is written in the same transaction",
  failed: "the provider refused to create the payment",
  expired: "half an hour has passed, and the payment was canceled",
  canceled: "its buyer or the provider canceled the payment",
} as const;

export type IntentEnd = keyof typeof INTENT_ENDS;
export type IntentState = "open" | IntentEnd;
export const INTENT_STATES = ["open", ...(Object.keys(INTENT_ENDS) as IntentEnd[])] as const;
