import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { updateCollection } from "#shared/contract/collections.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { conditionHeld } from "../table/condition-held.ts";
import { CollectionEntity, collectionsPartition } from "./collection.entity.ts";
import type { CollectionsServices } from "./services.ts";

export const updateCollectionHandler = handle(
  updateCollection,
  async ({ params: { collectionId }, body, actor: { userId } }, { table }: CollectionsServices) => {
    const { collectionTitle, collectionDescription = "", collectionVisibility } = body;
    const write = CollectionEntity.build(UpdateItemCommand)
      .item({
        collectionId,
        title: collectionTitle,
        description: collectionDescription,
        visibility: collectionVisibility,
        shown: collectionVisibility === "public" ? collectionsPartition(userId) : $remove(),
      })
      .options({ condition: { attr: "ownerId", eq: userId } });
    return (await conditionHeld(table.send(write))) ? undefined : fail("collection_not_found");
  },
);
