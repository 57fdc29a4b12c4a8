import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { INDEX } from "../../../table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../../../table/marketplace-table.ts";
import { findOrder } from "../../order/find-order.ts";
import { OrderEntity } from "../../order/order.entity.ts";

const formatter = OrderEntity.build(EntityFormatter);

/** The order whose licence has this fingerprint. */
export async function findByFingerprint(table: OpenTable, fingerprint: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: INDEX.ranked, partition: `L#${fingerprint}` })
    .options({ limit: 1 });
  const [item] = (await table.send(query)).Items ?? [];
  return item && findOrder(table, formatter.format(item, { attributes: ["orderId"] }).orderId);
}
