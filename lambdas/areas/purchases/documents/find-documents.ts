import type { FormattedItem } from "dynamodb-toolbox/entity";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import type { OrderSide } from "#shared/model/order.ts";
import { INDEX } from "../../../platform/table/indexes.ts";
import { getKey } from "../../../platform/table/item-key.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { queryAll } from "../../../platform/table/query-all.ts";
import { queryPage } from "../../../platform/table/query-page.ts";
import { buildBoughtDocumentsPartition, buildSoldDocumentsPartition, DocumentEntity } from "./document.entity.ts";

export type DocumentItem = FormattedItem<typeof DocumentEntity>;

/** The documents of an order, oldest first. */
export async function findDocuments(table: OpenTable, orderId: string, read = queryAll): Promise<DocumentItem[]> {
  const documents = await read(table, DocumentEntity, { orderId });
  return documents.sort((one, other) => Number(one.nth) - Number(other.nth));
}

/** Attributes of a document in each side's index. */
const ENTRY = ["orderId", "nth", "sellerId", "kind", "number", "issued"] as const;

const formatter = DocumentEntity.build(EntityFormatter);
const formatEntry = (item: Record<string, unknown>) => formatter.format(item, { attributes: [...ENTRY] });

const selectIndex = (userId: string, side: OrderSide, year: number) =>
  side === "purchases"
    ? ({
        index: INDEX.byOwner,
        partition: buildBoughtDocumentsPartition(userId, year),
        attribute: "byOwnerPk",
      } as const)
    : ({
        index: INDEX.shownByOwner,
        partition: buildSoldDocumentsPartition(userId, year),
        attribute: "shownByOwnerPk",
      } as const);

/** Documents of a year about one side's orders, after the cursor, by the age of their orders. */
export async function queryDocuments(
  table: OpenTable,
  { userId, side, year }: { readonly userId: string; readonly side: OrderSide; readonly year: number },
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const { index, partition, attribute } = selectIndex(userId, side, year);
  const [orderId = "", nth = ""] = cursor?.split(".") ?? [];
  const start = cursor ? { [attribute]: partition, ...getKey(DocumentEntity, { orderId, nth }) } : undefined;
  return queryPage(table, { index, partition }, { limit, exclusiveStartKey: start }, formatEntry);
}
