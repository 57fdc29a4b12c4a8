import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { popularRank } from "../artwork/find-artwork.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { consume } from "../streams/consume.ts";
import { unmarshallImage } from "../streams/unmarshall-image.ts";
import { conditionHeld } from "../table/condition-held.ts";
import type { OpenTable } from "../table/marketplace-table.ts";

interface RankServices extends BaseServices {
  readonly table: OpenTable;
}

/** Updates an artwork's rank by favourites, so that adding a favourite is one unconditional count. */
export const rankArtwork = (event: DynamoDBStreamEvent, services: RankServices) =>
  consume(event, services, async (record) => {
    const artwork = listedArtworkIn(record);
    if (!artwork) return;
    const { artworkId, favorites } = artwork;
    const rank = popularRank(favorites, artworkId);
    if (artwork.popularRank === rank) return;
    const update = ArtworkEntity.build(UpdateItemCommand)
      .item({ artworkId, popularRank: rank })
      .options({
        condition: {
          and: [
            { attr: "popular", exists: true },
            { attr: "favorites", eq: favorites },
          ],
        },
      });
    // Where the condition fails, the count or the visibility changed since, and a later record ranks the artwork.
    await conditionHeld(services.table.send(update));
  });

function listedArtworkIn({ dynamodb }: DynamoDBRecord) {
  const item = dynamodb?.Keys?.sk?.S === "A" ? unmarshallImage(dynamodb.NewImage) : undefined;
  const artwork = item && ArtworkEntity.build(EntityFormatter).format(item);
  return artwork?.popular ? artwork : undefined;
}
