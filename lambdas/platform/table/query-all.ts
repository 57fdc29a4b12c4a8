import type { Entity, FormattedItem, KeyInputItem } from "dynamodb-toolbox/entity";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { getKeyPrefix } from "./item-key.ts";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";
import { readParts } from "./readable.ts";
import { mapReadable, readItem } from "./unreadable.ts";

/** Query options for every item of a range, read consistently. */
export const EVERY_ITEM = { consistent: true, entityAttrFilter: false, maxPages: Number.POSITIVE_INFINITY } as const;

async function queryWhole<E extends Entity>(table: OpenTable, entity: E, ids: Partial<KeyInputItem<E>>) {
  const { pk, sk } = getKeyPrefix(entity, ids);
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: pk, range: { beginsWith: sk } })
    .options({ consistent: EVERY_ITEM.consistent, maxPages: EVERY_ITEM.maxPages });
  return (await table.send(query)).Items ?? [];
}

const createFormatter =
  <E extends Entity>(entity: E) =>
  (item: Record<string, unknown>) =>
    entity.build(EntityFormatter<E>).format(item) as FormattedItem<E>;

/** Every readable item of an entity in a partition, read consistently. */
export const queryAll = async <E extends Entity>(table: OpenTable, entity: E, ids: Partial<KeyInputItem<E>>) =>
  mapReadable(await queryWhole(table, entity, ids), createFormatter(entity));

/** Every item of an entity in a partition, for decisions that need all: throws UnreadableItem for a malformed one. */
export const requireAll = async <E extends Entity>(table: OpenTable, entity: E, ids: Partial<KeyInputItem<E>>) =>
  (await queryWhole(table, entity, ids)).map((item) => readItem(item, createFormatter(entity)));

/** Every item of an entity in a partition with its readable parts, for actions that must include malformed ones. */
export const queryReadable = async <E extends Entity>(table: OpenTable, entity: E, ids: Partial<KeyInputItem<E>>) =>
  (await queryWhole(table, entity, ids)).map((item) => readParts(entity, item));
