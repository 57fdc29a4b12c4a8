import type { ConsumedCapacity } from "@aws-sdk/client-dynamodb";

/** Read units that one query may spend, so that no query is expensive. */
export interface ReadBudget {
  /** Units left. */
  left(): number;
  /** Pays what reads have cost; each costs half a unit at least, even if it finds nothing. */
  pay(reads: number, ...bills: readonly (ConsumedCapacity | undefined)[]): void;
}

export function createReadBudget(units: number): ReadBudget {
  let left = units;
  return {
    left: () => left,
    pay: (reads, ...bills) => {
      left -= Math.max(
        reads / 2,
        bills.reduce((sum, bill) => sum + (bill?.CapacityUnits ?? 0), 0),
      );
    },
  };
}
