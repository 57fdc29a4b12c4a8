import { callDynamoDb } from "#local/provision/dynamodb-call.ts";
import type { Touch } from "./dynamodb-partitions.ts";

type Value = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, Value>>;

interface Keys {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
}

interface Index extends Keys {
  /** Attributes that it holds; all of them where it is undefined. */
  readonly projected: ReadonlySet<string> | undefined;
}

interface Table extends Keys {
  readonly indexes: readonly Index[];
}

const UNIT_BYTES = { read: 4096, write: 1024 } as const;

/** Bytes as DynamoDB counts them (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html). */
function bytesOfValue(value: Value): number {
  const [[type, content] = ["", ""]] = Object.entries(value);
  if (type === "S") return Buffer.byteLength(String(content));
  if (type === "N") return Math.ceil(String(content).length / 2) + 1;
  if (type === "B") return (String(content).length * 3) / 4;
  if (type === "L") return (content as Value[]).reduce((sum, each) => sum + bytesOfValue(each) + 1, 3);
  if (type === "M") return bytesOf(content as Item) + Object.keys(content as Item).length + 3;
  return Array.isArray(content) ? content.join("").length : 1;
}

const bytesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOfValue(value), 0);

const textOf = (item: Item | undefined, name: string) => String(item?.[name]?.S ?? "");

const writeUnits = (...items: readonly (Item | undefined)[]) =>
  Math.max(1, ...items.map((item) => Math.ceil(bytesOf(item ?? {}) / UNIT_BYTES.write)));

const touchOf = (
  kind: Touch["kind"],
  { name, partitionKey, sortKey }: Keys,
  item: Item | undefined,
  units: number,
): Touch => ({ place: name, partition: textOf(item, partitionKey), sort: textOf(item, sortKey), kind, units });

/** True if the item has this key. */
const hasKey = (item: Item, key: Item) => Object.keys(key).every((name) => textOf(item, name) === textOf(key, name));

/** The item as an index holds it; undefined where it lacks one of its keys. */
function inIndex({ partitionKey, sortKey, projected }: Index, item: Item | undefined): Item | undefined {
  if (!item?.[partitionKey] || !item[sortKey]) return undefined;
  return Object.fromEntries(Object.entries(item).filter(([name]) => !projected || projected.has(name)));
}

/** An index writes what changed in it: one write, or where the key changed one for each of the two. */
function touchesOfIndex(index: Index, before: Item | undefined, after: Item | undefined): Touch[] {
  const [old, current] = [inIndex(index, before), inIndex(index, after)];
  if (JSON.stringify(old) === JSON.stringify(current)) return [];
  const keyOf = (item: Item | undefined) => `${textOf(item, index.partitionKey)} ${textOf(item, index.sortKey)}`;
  if (old && current && keyOf(old) === keyOf(current))
    return [touchOf("write", index, current, writeUnits(old, current))];
  return [old, current].flatMap((item) => (item ? [touchOf("write", index, item, writeUnits(item))] : []));
}

interface Written {
  readonly table: string;
  readonly key: Item;
  /** The whole item where the request has it. */
  readonly put?: Item;
  /** Attributes that an update names. */
  readonly names: readonly string[];
  /** A transaction writes twice. */
  readonly times: 1 | 2;
}

type Request = Readonly<Record<string, unknown>>;
interface Part {
  readonly TableName: string;
  readonly Item?: Item;
  readonly Key?: Item;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}
type BatchPart = { readonly PutRequest?: { readonly Item: Item }; readonly DeleteRequest?: { readonly Key: Item } };

const writtenIn = ({ TableName, Item, Key, ExpressionAttributeNames = {} }: Part, times: 1 | 2): Written => ({
  table: TableName,
  names: Object.values(ExpressionAttributeNames),
  key: Key ?? Item ?? {},
  ...(Item ? { put: Item } : {}),
  times,
});

function writesOf(operation: string, input: Request): Written[] {
  if (operation === "TransactWriteItems") {
    return (input.TransactItems as Record<string, Part>[]).flatMap((part) =>
      Object.values(part).map((each) => writtenIn(each, 2)),
    );
  }
  if (operation === "BatchWriteItem") {
    return Object.entries(input.RequestItems as Record<string, BatchPart[]>).flatMap(([TableName, parts]) =>
      parts.map(({ PutRequest, DeleteRequest }) => writtenIn({ TableName, ...PutRequest, ...DeleteRequest }, 1)),
    );
  }
  return ["PutItem", "UpdateItem", "DeleteItem"].includes(operation) ? [writtenIn(input as unknown as Part, 1)] : [];
}

interface Answer {
  readonly ConsumedCapacity?: { readonly CapacityUnits: number };
  readonly Item?: Item;
  readonly Items?: readonly Item[];
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
}

const readUnits = (item: Item | undefined, consistent: unknown) =>
  Math.max(1, Math.ceil(bytesOf(item ?? {}) / UNIT_BYTES.read)) * (consistent ? 1 : 0.5);

/** The partition that a query asks for: the equality of its key condition. */
function queriedPartition(input: Request, { partitionKey }: Keys): string {
  const names = (input.ExpressionAttributeNames ?? {}) as Record<string, string>;
  const values = (input.ExpressionAttributeValues ?? {}) as Item;
  const equalities = [...String(input.KeyConditionExpression).matchAll(/([#\w]+) = (:\w+)/g)];
  const found = equalities.find(([, name = ""]) => (names[name] ?? name) === partitionKey);
  return textOf(values, found?.[2] ?? "");
}

/** Knows where a request to DynamoDB Local takes units, and how many; of writes by the items before and after them. */
export function openMeter(upstream: string) {
  const tables = new Map<string, Promise<Table>>();

  const tableOf = (name: string) => {
    const known = tables.get(name) ?? describe(name);
    tables.set(name, known);
    return known;
  };

  async function describe(TableName: string): Promise<Table> {
    type Schema = readonly { readonly AttributeName: string }[];
    interface Described {
      readonly KeySchema: Schema;
      readonly GlobalSecondaryIndexes?: readonly {
        readonly IndexName: string;
        readonly KeySchema: Schema;
        readonly Projection: { readonly NonKeyAttributes?: readonly string[] };
      }[];
    }
    const { Table } = await callDynamoDb<{ Table: Described }>(upstream, "tables", "DescribeTable", { TableName });
    const keysOf = (name: string, [partition, sort]: Schema) => ({
      name,
      partitionKey: partition?.AttributeName ?? "",
      sortKey: sort?.AttributeName ?? "",
    });
    const keys = keysOf(TableName, Table.KeySchema);
    const indexes = (Table.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema, Projection }) => {
      const own = keysOf(IndexName, KeySchema);
      const { NonKeyAttributes } = Projection;
      const key = [keys.partitionKey, keys.sortKey, own.partitionKey, own.sortKey];
      return { ...own, projected: NonKeyAttributes && new Set([...NonKeyAttributes, ...key]) };
    });
    return { ...keys, indexes };
  }

  /** The items that these write, in their order; no request writes more than one read takes. */
  async function readAll(writes: readonly Written[]): Promise<(Item | undefined)[]> {
    if (writes.length === 0) return [];
    const asked = new Map<string, { Keys: Item[]; ConsistentRead: true }>();
    const keyed = await Promise.all(
      writes.map(async ({ table, key }) => {
        const { partitionKey, sortKey } = await tableOf(table);
        return { table, key: Object.fromEntries([partitionKey, sortKey].map((name) => [name, key[name] ?? {}])) };
      }),
    );
    for (const { table, key } of keyed) {
      const { Keys } = asked.get(table) ?? { Keys: [] };
      asked.set(table, { Keys: [...Keys, key], ConsistentRead: true });
    }
    const RequestItems = Object.fromEntries(asked);
    const { Responses = {} } = await callDynamoDb<Answer>(upstream, "tables", "BatchGetItem", { RequestItems });
    return keyed.map(({ table, key }) => Responses[table]?.find((item) => hasKey(item, key)));
  }

  async function touchesOf({ table, key, times }: Written, before: Item | undefined, after: Item | undefined) {
    const keys = await tableOf(table);
    const own = touchOf("write", keys, after ?? before ?? key, times * writeUnits(before, after));
    return [own, ...keys.indexes.flatMap((index) => touchesOfIndex(index, before, after))];
  }

  async function touchesOfRead(operation: string, input: Request, answer: Answer): Promise<Touch[]> {
    if (operation === "GetItem") {
      return [
        touchOf(
          "read",
          await tableOf(String(input.TableName)),
          input.Key as Item,
          readUnits(answer.Item, input.ConsistentRead),
        ),
      ];
    }
    if (operation === "BatchGetItem") {
      type Batch = Record<string, { readonly Keys: readonly Item[]; readonly ConsistentRead?: boolean }>;
      const batches = Object.entries(input.RequestItems as Batch).map(async ([name, { Keys, ConsistentRead }]) => {
        const table = await tableOf(name);
        const read = (key: Item) => answer.Responses?.[name]?.find((item) => hasKey(item, key));
        return Keys.map((key) => touchOf("read", table, key, readUnits(read(key), ConsistentRead)));
      });
      return (await Promise.all(batches)).flat();
    }
    if (operation !== "Query") return [];
    const table = await tableOf(String(input.TableName));
    const place = table.indexes.find(({ name }) => name === input.IndexName) ?? table;
    const least = input.ConsistentRead ? 1 : 0.5;
    const units = Math.max(least, answer.ConsumedCapacity?.CapacityUnits ?? 0);
    return [{ ...touchOf("read", place, answer.Items?.[0], units), partition: queriedPartition(input, place) }];
  }

  /** The item once a request has changed what it names; a name may be in its condition only. */
  async function changedIn({ table, names }: Written, before: Item | undefined) {
    const { partitionKey, sortKey } = await tableOf(table);
    const changed = names.filter((name) => name !== partitionKey && name !== sortKey);
    return before && { ...before, ...Object.fromEntries(changed.map((name) => [name, { S: "changed" }])) };
  }

  return {
    /** Reads what a request will write, before it does. */
    async begin(operation: string, input: Request) {
      const writes = writesOf(operation, input);
      const before = await readAll(writes);
      const touchesWith = async (after: readonly (Item | undefined)[]) =>
        (await Promise.all(writes.map((write, at) => touchesOf(write, before[at], after[at])))).flat();
      return {
        /** Touches that are known beforehand, of an update those of the lists that the item is in now. */
        async expected(): Promise<Touch[]> {
          if (writes.length === 0) return touchesOfRead(operation, input, {});
          return touchesWith(await Promise.all(writes.map((write, at) => write.put ?? changedIn(write, before[at]))));
        },
        async end(answer: Answer): Promise<Touch[]> {
          return writes.length === 0 ? touchesOfRead(operation, input, answer) : touchesWith(await readAll(writes));
        },
      };
    },
  };
}
