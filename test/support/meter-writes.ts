import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";

type Item = Readonly<Record<string, unknown>>;

/** An operation of a transaction; exactly one key is set. */
type Part = Readonly<Partial<Record<"Put" | "Update" | "Delete" | "ConditionCheck", { Item?: Item; Key?: Item }>>>;

const countBytes = (value: unknown): number => {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Set) return [...value].reduce((sum, part) => sum + countBytes(part), 0);
  if (value !== null && typeof value === "object") {
    return Object.entries(value).reduce((sum, [name, part]) => sum + Buffer.byteLength(name) + countBytes(part) + 1, 3);
  }
  return 1;
};

/** An item's size by DynamoDB's rules. */
const getSize = (item: Item) =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + countBytes(value), 0);

const countUnits = (item: Item | undefined) => Math.max(1, Math.ceil(getSize(item ?? {}) / 1024));

/**
 * Runs work and returns the write units of its transactions, without indexes: two per kilobyte of each item, including
 * condition checks. DynamoDB Local reports half of that, so the items are read and measured.
 */
export async function meterWrites<T>(work: () => Promise<T>) {
  const client = MarketplaceTable.getDocumentClient();
  const written: Part[][] = [];
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        if (commandName === "TransactWriteItemsCommand") {
          written.push((args.input as unknown as { TransactItems: Part[] }).TransactItems);
        }
        return answer;
      },
    { step: "initialize", name: "meterWrites" },
  );
  const itemKey = (item: Item | undefined) => ({
    [TABLE.partitionKey]: item?.[TABLE.partitionKey],
    [TABLE.sortKey]: item?.[TABLE.sortKey],
  });
  async function unitsOfPart({ Put, ...others }: Part) {
    if (Put?.Item) return 2 * countUnits(Put.Item);
    const Key = itemKey(Object.values(others)[0]?.Key);
    const { Item } = await client.send(
      new GetCommand({ TableName: MarketplaceTable.getName(), Key, ConsistentRead: true }),
    );
    return 2 * countUnits(Item);
  }
  try {
    const result = await work();
    const units = await Promise.all(written.flat().map(unitsOfPart));
    return { result, transactions: written.length, writeUnits: units.reduce((sum, part) => sum + part, 0) };
  } finally {
    client.middlewareStack.remove("meterWrites");
  }
}
