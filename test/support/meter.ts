import { MarketplaceTable } from "#lambdas/table/marketplace-table.ts";

interface Metered<T> {
  readonly result: T;
  /** The commands sent to the table, in order. */
  readonly calls: readonly string[];
  readonly readUnits: number;
}

interface Capacity {
  readonly CapacityUnits?: number;
}

const unitsOf = (capacity: Capacity | readonly Capacity[] | undefined) =>
  [capacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }: Capacity) => sum + CapacityUnits, 0);

/** Runs some work and says which calls to the table it took and what they cost in read units. */
export async function meter<T>(work: () => Promise<T>): Promise<Metered<T>> {
  const stack = MarketplaceTable.getDocumentClient().middlewareStack;
  const calls: string[] = [];
  let readUnits = 0;
  stack.add(
    (next, { commandName }) =>
      async (args) => {
        calls.push(commandName ?? "");
        Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
        const answer = await next(args);
        readUnits += unitsOf((answer.output as { ConsumedCapacity?: Capacity }).ConsumedCapacity);
        return answer;
      },
    { step: "initialize", name: "meter" },
  );
  try {
    return { result: await work(), calls, readUnits };
  } finally {
    stack.remove("meter");
  }
}
