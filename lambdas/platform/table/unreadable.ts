import { DynamoDBToolboxError } from "dynamodb-toolbox/errors";
import { collectIds } from "../runtime/collect-ids.ts";
import { counted } from "../runtime/counted.ts";
import { TABLE } from "./indexes.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A key for logs and operators: only kinds, ids and numbers, because other parts may be a name or an e-mail address. */
export const describeKey = (item: object) => {
  const { [TABLE.partitionKey]: pk, [TABLE.sortKey]: sk } = item as Record<string, unknown>;
  if (pk === undefined) return JSON.stringify(collectIds(item));
  return [pk, sk]
    .filter((part) => part !== undefined)
    .map((part) =>
      String(part)
        .split("#")
        .map((word, at) => (at === 0 || UUID.test(word) || /^\d+$/.test(word) ? word : "…"))
        .join("#"),
    )
    .join(" ");
};

/** Describes an item's error without its values, since the library's messages contain whole keys. */
const describeError = (error: unknown) =>
  error instanceof DynamoDBToolboxError ? `${error.code} ${error.path ?? ""}`.trim() : String(error);

/** An item that doesn't match the entity of its key. */
export class UnreadableItem extends Error {
  /** The key without personal data. */
  readonly key: string;
  readonly #item: Readonly<Record<string, unknown>>;

  constructor(item: object, error: unknown) {
    const key = describeKey(item);
    super(`The item ${key} can't be read: ${describeError(error)}`);
    this.name = "UnreadableItem";
    this.key = key;
    this.#item = item as Readonly<Record<string, unknown>>;
  }

  /** True for the item that caused this error. */
  matches(other: Readonly<Record<string, unknown>>) {
    return [TABLE.partitionKey, TABLE.sortKey].every((name) => this.#item[name] === other[name]);
  }
}

interface UnreadableLog {
  error(text: string, fields: { readonly key: string; readonly reason: string }): void;
}

let log: UnreadableLog = console;

/** Sets the log for malformed items that are left out; one process serves one table. */
export const logUnreadableTo = (next: UnreadableLog) => {
  log = next;
};

/** Counts and logs an item that was left out. */
export const reportUnreadable = ({ key, message }: Pick<UnreadableItem, "key" | "message">) =>
  log.error("An item can't be read and was left out", { ...counted("ItemsUnreadable"), key, reason: message });

/** Reads an item. Throws UnreadableItem. */
export function readItem<I extends object, T>(item: I, read: (item: I) => T): T {
  try {
    return read(item);
  } catch (error) {
    throw error instanceof UnreadableItem ? error : new UnreadableItem(item, error);
  }
}

/** The item mapped by `read`; if that throws, it is counted, logged with its key, and left out, unless hidden by operators. */
export function readOrLeaveOut<I extends object, T>(item: I, read: (item: I) => T): T | undefined {
  if (TABLE.hidden in item) return undefined;
  try {
    return readItem(item, read);
  } catch (error) {
    reportUnreadable(error as UnreadableItem);
    return undefined;
  }
}

/** The items of a list mapped by `read`, without malformed ones. */
export const mapReadable = <I extends object, T>(items: readonly I[], read: (item: I) => T): T[] =>
  items.flatMap((item) => {
    const found = readOrLeaveOut(item, (each) => ({ found: read(each) }));
    return found ? [found.found] : [];
  });

/** The library's error as UnreadableItem if it concerns an item; other errors unchanged. */
export function toUnreadableItem(error: unknown): unknown {
  if (!DynamoDBToolboxError.match(error, "formatter.")) return error;
  const { partitionKey, sortKey } = error.payload as { readonly partitionKey?: string; readonly sortKey?: string };
  return new UnreadableItem({ [TABLE.partitionKey]: partitionKey, [TABLE.sortKey]: sortKey }, error);
}
