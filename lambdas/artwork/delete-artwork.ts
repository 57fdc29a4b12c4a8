import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { ArtworkEntity } from "./artwork.entity.ts";
import { findShownArtwork } from "./find-artwork.ts";
import { countShown, hiddenKeys } from "./place-artwork.ts";
import type { ArtworkServices } from "./services.ts";

/** Only marks it: the stream then purges the media that nobody holds a licence to. */
export const deleteArtworkHandler = handle(
  deleteArtwork,
  async ({ params, actor }, { table, now }: ArtworkServices) => {
    const artwork = await findShownArtwork(table, params.artworkId, actor.userId);
    if (!artwork) return fail("artwork_not_found");
    if (artwork.ownerId !== actor.userId) return fail("forbidden");
    return transact(table, [
      {
        write: ArtworkEntity.build(UpdateTransaction)
          .item({
            artworkId: artwork.artworkId,
            deletedAt: now().toISOString(),
            ofOwner: $remove(),
            ...hiddenKeys(),
          })
          .options({
            condition: {
              and: [
                { attr: "deletedAt", exists: false },
                { attr: "visibility", eq: artwork.visibility },
              ],
            },
          }),
        otherwise: "artwork_not_found",
      },
      countShown(artwork.ownerId, artwork.visibility === "visible" ? -1 : 0),
    ]);
  },
);
