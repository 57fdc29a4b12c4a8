import type { Condition } from "dynamodb-toolbox/entity/actions/parseCondition";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";

/** Adds to an artwork's count of comments, and to its count of their changes, by which open pages notice them. */
export const countComment = (artworkId: string, by: number, condition?: Condition<typeof ArtworkEntity>) => ({
  write: ArtworkEntity.build(UpdateTransaction)
    .item({ artworkId, commentRevision: $add(1), ...(by === 0 ? {} : { comments: $add(by) }) })
    .options(condition ? { condition } : {}),
});
