import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { PAGE } from "#shared/limits.ts";
import { batchGet } from "../../../platform/table/batch-get.ts";
import { INDEX } from "../../../platform/table/indexes.ts";
import { getKey } from "../../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../../platform/table/marketplace-table.ts";
import { buildDiscountsPartition, DiscountEntity } from "./discount.entity.ts";
import { type DiscountItem, endDiscount } from "./discount.ts";

const formatter = DiscountEntity.build(EntityFormatter);

/** A page of a seller's discounts, or of the platform's, newest first, read consistently by id. The index lags, so a new one may be missing. */
export async function queryDiscounts(
  table: OpenTable,
  sellerId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({
      index: INDEX.byOwner,
      partition: buildDiscountsPartition(sellerId),
      ...(cursor ? { range: { lt: getKey(DiscountEntity, { discountId: cursor }).pk } } : {}),
    })
    .options({ limit, reverse: true });
  const { Items = [] } = await table.send(query);
  const ids = Items.map((item) => formatter.format(item, { attributes: ["discountId"] }).discountId);
  if (ids.length === 0) return { items: [], cursor: null, hasMore: false };
  const command = MarketplaceTable.build(BatchGetCommand)
    .requests(...ids.map((discountId) => DiscountEntity.build(BatchGetRequest).key({ discountId })))
    .options({ consistent: true });
  const items = (await batchGet(table, command)).flatMap((item) => item ?? []);
  return { items, cursor: ids.at(-1) ?? null, hasMore: ids.length === limit };
}

/** Every discount of a seller, newest first. */
export async function queryAllDiscounts(table: OpenTable, sellerId: string): Promise<DiscountItem[]> {
  const all: DiscountItem[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await queryDiscounts(table, sellerId, { cursor, limit: PAGE.max });
    all.push(...page.items);
    if (!page.hasMore || !page.cursor) return all;
    cursor = page.cursor;
  }
}

/** Ends a page of a closed account's discounts, removes them from its list and returns their number. Safe to repeat. */
export async function endDiscounts(table: OpenTable, sellerId: string, now: Date): Promise<number> {
  const { items } = await queryDiscounts(table, sellerId, { limit: PAGE.max });
  for (const { discountId } of items) {
    await endDiscount(table, discountId, now);
    await table.send(DiscountEntity.build(UpdateItemCommand).item({ discountId, ofSeller: $remove() }));
  }
  return items.length;
}
