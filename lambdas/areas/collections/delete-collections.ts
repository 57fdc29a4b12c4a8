import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { PAGE } from "#shared/limits.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { findUser } from "../users/find-user.ts";
import { UserEntity } from "../users/user.entity.ts";
import { CollectionEntity } from "./collection.entity.ts";
import { queryCollections } from "./find-collections.ts";

/**
 * Deletes a page of a closed account's collections and returns their number. Throws if the index doesn't list all of them
 * yet; the account's count is exact, the index lags. Safe to repeat.
 */
export async function deleteCollections(table: OpenTable, userId: string): Promise<number> {
  const { items } = await queryCollections(table, userId, { isOwn: true, limit: PAGE.max });
  for (const { collectionId } of items) {
    await transact(table, [
      {
        write: CollectionEntity.build(DeleteTransaction)
          .key({ collectionId })
          .options({ condition: { attr: "ownerId", eq: userId } }),
        failure: "done",
      },
      { write: UserEntity.build(UpdateTransaction).item({ userId, collections: $add(-1) }) },
    ]);
  }
  const left = (await findUser(table, userId))?.collections ?? 0;
  if (items.length === 0 && left > 0) throw new Error(`${left} collections of a closed account aren't listed yet`);
  return items.length;
}
