import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { BlockEntity } from "./block.entity.ts";

export async function hasBlocked(table: OpenTable, userId: string, personId: string) {
  const key = { userId, personId };
  const { Item } = await table.send(BlockEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item !== undefined;
}
