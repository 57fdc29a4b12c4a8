import { epochSeconds } from "../runtime/time.ts";
import { computeWindow } from "./window.ts";

/**
 * Limits an amount per account and window of `seconds`, in this process's memory, because reads write no counters to the
 * table. Returns the seconds to wait if an amount exceeds it; that isn't counted.
 */
export function createAllowance({ amount, seconds }: { readonly amount: number; readonly seconds: number }) {
  let index = 0;
  let used = new Map<string, number>();
  return (account: string, more: number, now: Date): number | undefined => {
    const window = computeWindow(now, seconds);
    if (window.index !== index) used = new Map();
    index = window.index;
    const sum = (used.get(account) ?? 0) + more;
    if (sum > amount) return window.endsAt - epochSeconds(now);
    used.set(account, sum);
    return undefined;
  };
}
