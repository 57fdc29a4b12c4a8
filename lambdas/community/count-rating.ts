import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { UserEntity } from "../users/user.entity.ts";

/** Adds a rating to the totals of the artwork and of its owner: `sum` in stars, `count` in reviews. */
export const countRating = (
  { artworkId, ownerId }: { artworkId: string; ownerId: string },
  { sum, count }: { sum: number; count: number },
) => [
  {
    write: ArtworkEntity.build(UpdateTransaction).item({ artworkId, ratingSum: $add(sum), ratingCount: $add(count) }),
  },
  {
    write: UserEntity.build(UpdateTransaction).item({
      userId: ownerId,
      ratingSum: $add(sum),
      ratingCount: $add(count),
    }),
  },
];
