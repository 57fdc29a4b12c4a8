import { SearchTable } from "#lambdas/search/search-table.ts";

/** Capacity units and calls since the last reading. */
export interface Usage {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly calls: number;
}

interface Capacity {
  readonly CapacityUnits?: number;
}

const READS = ["QueryCommand", "GetItemCommand", "BatchGetItemCommand"];

/** AWS's minimum of read units; DynamoDB Local charges none for missing items. */
function minimumUnits(commandName: string, input: object): number {
  const { RequestItems = {} } = input as { RequestItems?: Record<string, { Keys?: readonly unknown[] }> };
  const keys = Object.values(RequestItems).reduce((sum, { Keys = [] }) => sum + Keys.length, 0);
  return commandName === "BatchGetItemCommand" ? keys / 2 : 0.5;
}

/** Counts the capacity units of the search table's client; the returned function reads and resets the counts. */
export function meterCalls() {
  let usage = { readUnits: 0, writeUnits: 0, calls: 0 };
  SearchTable.getDocumentClient().middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
        const answer = await next(args);
        const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Capacity | Capacity[] };
        const units = [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        usage.calls++;
        if (READS.includes(commandName)) usage.readUnits += Math.max(units, minimumUnits(commandName, args.input));
        // DynamoDB Local bills a transaction like single writes; AWS bills it twice.
        else usage.writeUnits += commandName === "TransactWriteItemsCommand" ? units * 2 : units;
        return answer;
      },
    { step: "initialize", name: "bench" },
  );
  return (): Usage => {
    const result = usage;
    usage = { readUnits: 0, writeUnits: 0, calls: 0 };
    return result;
  };
}
