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

/** The sort key of the only item of its kind in a partition. */
export const constantSortKey = <const P extends string>(kind: P) => string().key().const(kind).savedAs("sk").hidden();

/** A UUID, stored as text; an item with any other text is malformed. */
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

/** The stored key of an entity's item. Only entities contain prefixes. */
export const getKey = <E extends Entity>(entity: E, ids: KeyInputItem<E>) =>
  entity.build(EntityParser).parse(ids, { mode: "key" }).key as unknown as ItemKey;

/** The key with missing ids empty, as a prefix of all such keys. */
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
