import type { Entity, FormattedItem } from "dynamodb-toolbox/entity";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { readItem } from "../../platform/table/unreadable.ts";

/** Reason for omitting an attribute from an export. */
export type Omission = "a secret" | "another person's" | "of the system";

type AttributeOf<E extends Entity> = Extract<keyof FormattedItem<E>, string>;

export type Exported = Readonly<Record<string, unknown>>;

/** The export of one kind of item. */
export interface ExportedKind<Item> {
  readonly entity: Entity;
  /** Exports a parsed item. Throws UnreadableItem. */
  readonly exportItem: (item: Item) => Exported;
  /** Exports a stored item. Throws UnreadableItem. */
  readonly exportStored: (stored: Exported) => Exported;
  /** Omitted attributes. */
  readonly without: Readonly<Record<string, Omission>>;
}

/**
 * Declares the export of an entity: every attribute except those omitted for a reason. `derive` adds values, such as a
 * time in its id.
 */
export function declareExport<E extends Entity>(
  entity: E,
  declared: {
    readonly without: Readonly<Partial<Record<AttributeOf<E>, Omission>>>;
    readonly derive?: (item: FormattedItem<E>) => Exported;
  },
): ExportedKind<FormattedItem<E>> {
  const without: Readonly<Record<string, Omission | undefined>> = declared.without;
  const toExported = (item: FormattedItem<E>): Exported => ({
    ...Object.fromEntries(Object.entries(item).filter(([attribute]) => without[attribute] === undefined)),
    ...declared.derive?.(item),
  });
  return {
    entity,
    exportItem: (item) => readItem(item, toExported),
    exportStored: (stored) =>
      readItem(stored, () => toExported(new EntityFormatter(entity).format(stored) as FormattedItem<E>)),
    without: declared.without as ExportedKind<FormattedItem<E>>["without"],
  };
}
