import { readNearCopies, recognizePicture } from "#shared/contract/artwork.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { throttleAddress } from "../../platform/throttle/throttle.ts";
import { findMedia } from "../media/find-media.ts";
import { findCopies, findNearCopies } from "../search/find-copies.ts";
import { toCards } from "./cards.ts";
import type { ArtworkServices } from "./services.ts";

export const recognizePictureHandler = handle(
  recognizePicture,
  async ({ query, sourceIp }, services: Pick<ArtworkServices, "table" | "index"> & BaseServices) => {
    const refused = await throttleAddress(services, "recognition", sourceIp);
    if (refused) return refused;
    const found = await findCopies(services.index, Buffer.from(query.hash, "base64url"));
    return { items: toCards(found) };
  },
);

export const readNearCopiesHandler = handle(
  readNearCopies,
  async ({ params: { mediaId }, actor }, { table, index }: Pick<ArtworkServices, "table" | "index">) => {
    const media = await findMedia(table, mediaId);
    // Other people's uploads are reported as not found, so that ids disclose nothing.
    if (!media || media.ownerId !== actor.userId) return fail("media_not_found");
    const copied = await findNearCopies(index, media);
    return { items: toCards(copied) };
  },
);
