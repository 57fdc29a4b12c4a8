import type Stripe from "stripe";
import type { Ledger } from "./ledger.ts";
import type { State } from "./state.ts";

/** The state that operations use. */
export interface Service {
  readonly state: State;
  readonly ledger: Ledger;
  /** Epoch seconds. */
  now(): number;
  /** The stand-in's URL, without a trailing slash. */
  url(): string;
  /** The id that a payment gets. */
  nextPaymentId(): string;
  /** The status that a refund gets. */
  nextRefundStatus(): "succeeded" | "pending";
  /** Units of a currency for a dollar, today. */
  getRate(currency: string): number;
  /** Completes the captures that are under way in a moment. */
  captureLater(): void;
  /** Stores an event and queues its webhook; `account` is the connected account that it concerns. */
  emitEvent(type: Stripe.Event["type"], object: object, account?: string): void;
  /** Queues the thin event that an account made through Accounts v2 sends. */
  emitAccountEvent(account: string): void;
}

/** A parsed request: the ids of the path and the parameters of the form or query. */
export interface Call {
  readonly ids: readonly string[];
  readonly params: Readonly<Record<string, unknown>>;
  /** True for a request with the publishable key. */
  readonly fromBrowser: boolean;
  /** The connected account that the request is made for (`Stripe-Account`). */
  readonly account?: string | undefined;
}

export type Operation = (call: Call, service: Service) => object;

/** The id at this position of the path. */
export const pathId = ({ ids }: Call, index = 0) => ids[index] ?? "";
