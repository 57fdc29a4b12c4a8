import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { deleteCollection } from "#shared/contract/collections.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { UserEntity } from "../users/user.entity.ts";
import { CollectionEntity } from "./collection.entity.ts";
import type { CollectionsServices } from "./services.ts";

export const deleteCollectionHandler = handle(
  deleteCollection,
  async ({ params: { collectionId }, actor: { userId } }, { table }: CollectionsServices) =>
    transact(table, [
      {
        write: CollectionEntity.build(DeleteTransaction)
          .key({ collectionId })
          .options({ condition: { attr: "ownerId", eq: userId } }),
        otherwise: "collection_not_found",
      },
      { write: UserEntity.build(UpdateTransaction).item({ userId, collections: $add(-1) }) },
    ]),
);
