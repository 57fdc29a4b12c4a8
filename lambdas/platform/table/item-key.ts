import type { Entity, KeyInputItem } from "dynamodb-toolbox/entity";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { DynamoDBToolboxError } from "dynamodb-toolbox/errors";
import { string } from "dynamodb-toolbox/schema";
import { prefix } from "dynamodb-toolbox/transformers/prefix";
import { validate as isUuid } from "uuid";

/** The partition key `PREFIX#id`. The id is stored nowhere else. */
export const partitionKey = <const P extends string>(kind: P) => string().key().savedAs("pk").transform(prefix(kind));

/** The sort key `PREFIX#id`. */
export const sortKey = <const P extends string>(kind: P) => string().key().savedAs("sk").transform(prefix(kind));

/** The sort key of an item that is the only one of its kind in its partition. */
export const constantSortKey = <const P extends string>(kind: P) => string().key().const(kind).savedAs("sk").hidden();

/** A UUID, stored as it is. Where another text is stored, the item can't be read. */
export const uuid = () =>
  string().transform({
    encode: (id: string) => id,
    decode(stored: string) {
      if (isUuid(stored)) return stored;
      throw new DynamoDBToolboxError("formatter.invalidAttribute", {
        message: "No UUID",
        path: undefined,
        payload: { received: undefined },
      });
    },
  });

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** The key of an entity's item as the table has it. Prefixes stand in the entities alone. */
export const getKey = <E extends Entity>(entity: E, ids: KeyInputItem<E>) =>
  entity.build(EntityParser).parse(ids, { mode: "key" }).key as unknown as ItemKey;

/** The same of some ids: the missing ones are empty, so that both parts are the beginning of all such keys. */
export function getKeyPrefix<E extends Entity>(entity: E, ids: Partial<KeyInputItem<E>> = {}): ItemKey {
  const missing = Object.entries(entity.schema.attributes).filter(
    ([, { props }]) => props.key === true && props.keyDefault === undefined,
  );
  return getKey(entity, { ...Object.fromEntries(missing.map(([name]) => [name, ""])), ...ids } as KeyInputItem<E>);
}

const prefixes = new WeakMap<Entity, ItemKey>();

/** The ids in the key of an item, where it is the entity's. */
export function parseKey<E extends Entity>(
  entity: E,
  item: Partial<Record<keyof ItemKey, unknown>>,
): KeyInputItem<E> | undefined {
  const [pk, sk] = [String(item.pk), String(item.sk)];
  const start = prefixes.get(entity) ?? getKeyPrefix(entity);
  prefixes.set(entity, start);
  const isOfEntity = pk.startsWith(start.pk) && (start.sk.endsWith("#") ? sk.startsWith(start.sk) : sk === start.sk);
  if (!isOfEntity) return undefined;
  return entity.build(EntityFormatter).format({ pk, sk }, { partial: true }) as KeyInputItem<E>;
}
