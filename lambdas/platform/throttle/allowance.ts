import { epochSeconds } from "../runtime/time.ts";
import { windowAt } from "./window.ts";

/**
 * How much of something each account may use within a window of `seconds`, counted by this process alone, because what only
 * reads writes no count to the table. Answers the seconds to wait where an amount is too much; that isn't counted.
 */
export function createAllowance({ amount, seconds }: { readonly amount: number; readonly seconds: number }) {
  let nth = 0;
  let used = new Map<string, number>();
  return (account: string, more: number, now: Date): number | undefined => {
    const window = windowAt(now, seconds);
    if (window.nth !== nth) used = new Map();
    nth = window.nth;
    const sum = (used.get(account) ?? 0) + more;
    if (sum > amount) return window.ends - epochSeconds(now);
    used.set(account, sum);
    return undefined;
  };
}
