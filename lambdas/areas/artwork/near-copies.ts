import { readNearCopies } from "#shared/contract/artwork.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { findMedia } from "../media/find-media.ts";
import { findNearCopies } from "../search/find-copies.ts";
import { cardOf } from "./cards.ts";
import type { ArtworkServices } from "./services.ts";

export const readNearCopiesHandler = handle(
  readNearCopies,
  async ({ params: { mediaId }, actor }, { table, index }: Pick<ArtworkServices, "table" | "index">) => {
    const media = await findMedia(table, mediaId);
    // Someone else's upload answers as an unknown one does, so that ids tell nothing.
    if (!media || media.ownerId !== actor.userId) return fail("media_not_found");
    const copied = await findNearCopies(index, media);
    return { items: copied.map(cardOf) };
  },
);
