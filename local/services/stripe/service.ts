import type Stripe from "stripe";
import type { Ledger } from "./ledger.ts";
import type { State } from "./state.ts";

/** What every call works on. */
export interface Service {
  readonly state: State;
  readonly ledger: Ledger;
  /** Epoch seconds. */
  now(): number;
  /** Where the stand-in is, without a slash at the end. */
  url(): string;
  /** Remembers that something happened and tells whoever listens; `account` names the connected account it is about. */
  tell(type: Stripe.Event["type"], object: object, account?: string): void;
}

/** A call as it came in: the path's ids in order, and the form's or the query's parameters. */
export interface Call {
  readonly ids: readonly string[];
  readonly sent: Readonly<Record<string, unknown>>;
  /** Whether it came with the publishable key, from a browser. */
  readonly fromBrowser: boolean;
}

export type Operation = (call: Call, service: Service) => object;

/** The path's id at that place. */
export const idAt = ({ ids }: Call, place = 0) => ids[place] ?? "";
