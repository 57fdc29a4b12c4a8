import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { isBeingPaid } from "../purchases/order/find-intent.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { ifUnchanged } from "../table/if-unchanged.ts";
import { transact } from "../table/transact.ts";
import { ArtworkEntity } from "./artwork.entity.ts";
import { countShown, deletion } from "./artwork-writes.ts";
import { type ArtworkItem, findShownArtwork } from "./find-artwork.ts";
import type { ArtworkServices } from "./services.ts";

const ATTEMPTS = 3;

/** Only marks it: the stream then purges the media that nobody holds a licence to. */
export const deleteArtworkHandler = handle(deleteArtwork, async ({ params, actor }, services: ArtworkServices) => {
  for (let tried = 1; ; tried++) {
    const artwork = await findShownArtwork(services.table, params.artworkId, actor.userId);
    if (!artwork) return fail("artwork_not_found");
    if (artwork.ownerId !== actor.userId) return fail("forbidden");
    if (await isBeingPaid(services.table, artwork.artworkId)) return fail("artwork_has_open_payment");
    const refused = await markDeleted(services, artwork);
    // It was hidden, deleted or being paid for in between: the next read says which.
    if (refused?.code !== "artwork_has_open_payment" || tried === ATTEMPTS) return refused;
  }
});

/** Unless something happened to it, or a payment began, since it was read. */
const markDeleted = ({ table, now }: ArtworkServices, artwork: ArtworkItem) =>
  transact(table, [
    {
      write: ArtworkEntity.build(UpdateTransaction)
        .item(deletion(artwork.artworkId, now()))
        .options({
          condition: {
            and: [
              { attr: "deletedAt", exists: false },
              { attr: "visibility", eq: artwork.visibility },
              ifUnchanged("payments", artwork.payments),
            ],
          },
        }),
      otherwise: "artwork_has_open_payment",
    },
    countShown(artwork.ownerId, artwork.visibility === "visible" ? -1 : 0),
  ]);
