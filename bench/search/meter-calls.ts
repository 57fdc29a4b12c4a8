import { SearchTable } from "#lambdas/search/search-table.ts";

/** What calls to the index took since it was last asked. */
export interface Taken {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly calls: number;
}

interface Capacity {
  readonly CapacityUnits?: number;
}

const READS = ["QueryCommand", "GetItemCommand", "BatchGetItemCommand"];

/** Read units that AWS takes at least; DynamoDB Local takes none for what it doesn't find. */
function leastOf(commandName: string, input: object): number {
  const { RequestItems = {} } = input as { RequestItems?: Record<string, { Keys?: readonly unknown[] }> };
  const keys = Object.values(RequestItems).reduce((sum, { Keys = [] }) => sum + Keys.length, 0);
  return commandName === "BatchGetItemCommand" ? keys / 2 : 0.5;
}

/** Counts what the index's client is billed for from now on. */
export function meterCalls() {
  let taken = { readUnits: 0, writeUnits: 0, calls: 0 };
  SearchTable.getDocumentClient().middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
        const answer = await next(args);
        const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Capacity | Capacity[] };
        const units = [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        taken.calls++;
        if (READS.includes(commandName)) taken.readUnits += Math.max(units, leastOf(commandName, args.input));
        // DynamoDB Local bills a transaction like single writes; AWS bills it twice.
        else taken.writeUnits += commandName === "TransactWriteItemsCommand" ? units * 2 : units;
        return answer;
      },
    { step: "initialize", name: "bench" },
  );
  return (): Taken => {
    const answer = taken;
    taken = { readUnits: 0, writeUnits: 0, calls: 0 };
    return answer;
  };
}
