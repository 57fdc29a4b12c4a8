import { epochSeconds } from "../runtime/time.ts";
import { windowAt } from "./window.ts";

/**
 * Limits an amount per account and window of `seconds`, in this process's memory, because reads write no counter to the
 * table. Returns the seconds to wait if an amount exceeds it; that isn't counted.
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
