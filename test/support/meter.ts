import { VisitsTable } from "#lambdas/areas/audience/visits.entity.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { SearchTable } from "#lambdas/search-engine/file/table.ts";

interface Metered<T> {
  readonly result: T;
  /** The commands sent to the table, in order. */
  readonly calls: readonly string[];
  readonly readUnits: number;
  /** Units by command; those of transactional writes are half of AWS's. */
  readonly unitsByCommand: Readonly<Record<string, number>>;
}

/** Cost of checking a caller's session: one read of user and session. */
export const SESSION_CHECK = { call: "BatchGetItemCommand", readUnits: 2 } as const;

interface Capacity {
  readonly CapacityUnits?: number;
}

/** AWS's minimum read units of a call; DynamoDB Local counts none for missing items. */
function getMinimum(commandName: string | undefined, input: object): number {
  const { RequestItems = {} } = input as { RequestItems?: Record<string, { Keys?: readonly unknown[] }> };
  const keys = Object.values(RequestItems).reduce((sum, { Keys = [] }) => sum + Keys.length, 0);
  const reads = { QueryCommand: 1, GetItemCommand: 1, BatchGetItemCommand: keys }[commandName ?? ""] ?? 0;
  return reads / 2;
}

const countUnits = (capacity: Capacity | readonly Capacity[] | undefined) =>
  [capacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }: Capacity) => sum + CapacityUnits, 0);

/** Runs work and returns its calls to the tables and their read units. */
export async function meter<T>(work: () => Promise<T>): Promise<Metered<T>> {
  const stacks = [MarketplaceTable, SearchTable, VisitsTable].map((table) => table.getDocumentClient().middlewareStack);
  const calls: string[] = [];
  const unitsByCommand: Record<string, number> = {};
  for (const stack of stacks) {
    stack.add(
      (next, { commandName }) =>
        async (args) => {
          calls.push(commandName ?? "");
          Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
          const answer = await next(args);
          const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Capacity };
          const units = Math.max(countUnits(ConsumedCapacity), getMinimum(commandName, args.input));
          unitsByCommand[commandName ?? ""] = (unitsByCommand[commandName ?? ""] ?? 0) + units;
          return answer;
        },
      { step: "initialize", name: "meter" },
    );
  }
  try {
    const result = await work();
    const readUnits = Object.values(unitsByCommand).reduce((sum, units) => sum + units, 0);
    return { result, calls, readUnits, unitsByCommand };
  } finally {
    for (const stack of stacks) stack.remove("meter");
  }
}
