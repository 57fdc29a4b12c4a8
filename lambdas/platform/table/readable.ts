import type { Entity, FormattedItem } from "dynamodb-toolbox/entity";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { item, type Schema } from "dynamodb-toolbox/schema";
import { Formatter } from "dynamodb-toolbox/schema/actions/format";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { TABLE } from "./indexes.ts";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";
import { readItem, UnreadableItem } from "./unreadable.ts";

type Stored = Readonly<Record<string, unknown>>;

/** An item with possibly malformed attributes. */
export interface Readable<Item> {
  /** The readable attributes. */
  readonly parts: Partial<Item>;
  /** Present if the whole item is malformed. */
  readonly unreadable?: UnreadableItem;
}

function readPart(entity: Entity, name: string, stored: Stored): object {
  try {
    return new Formatter(item({ [name]: entity.schema.attributes[name] as Schema })).format(stored);
  } catch {
    return {};
  }
}

/** Reads an item, or each attribute separately if the item is malformed. */
export function readParts<E extends Entity>(entity: E, stored: Stored): Readable<FormattedItem<E>> {
  try {
    return { parts: readItem(stored, () => new EntityFormatter(entity).format(stored) as FormattedItem<E>) };
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error;
    const parts = Object.keys(entity.schema.attributes).map((name) => readPart(entity, name, stored));
    return { parts: Object.assign({}, ...parts), unreadable: error };
  }
}

/** The item with this key, read consistently; `undefined` without one. */
export async function findReadable<E extends Entity>(
  table: OpenTable,
  entity: E,
  key: object,
): Promise<Readable<FormattedItem<E>> | undefined> {
  const { key: stored } = new EntityParser(entity).parse(key, { mode: "key" });
  const { [TABLE.partitionKey]: partition, [TABLE.sortKey]: eq } = stored as Readonly<Record<string, string>>;
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: partition ?? "", range: { eq: eq ?? "" } })
    .options({ consistent: true });
  const { Items: [found] = [] } = await table.send(query);
  return found && readParts(entity, found);
}

/** The whole item. Throws UnreadableItem. */
export function requireWhole<Item>({ parts, unreadable }: Readable<Item>): Item {
  if (unreadable) throw unreadable;
  return parts as Item;
}
