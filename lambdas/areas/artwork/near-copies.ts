import { readNearCopies, recognizePicture } from "#shared/contract/artwork.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { throttleAddress } from "../../platform/throttle/throttle.ts";
import { unlessAway } from "../../search-engine/engine.ts";
import { findMedia } from "../media/find-media.ts";
import { orFailWaking } from "../search/fail-waking.ts";
import { findCopies, findNearCopies } from "../search/find-copies.ts";
import { toCards } from "./cards.ts";
import type { ArtworkServices } from "./services.ts";

export const recognizePictureHandler = handle(
  recognizePicture,
  async ({ query, sourceIp }, services: Pick<ArtworkServices, "table" | "index"> & BaseServices) => {
    const refused = await throttleAddress(services, "recognition", sourceIp);
    if (refused) return refused;
    const found = await orFailWaking(services, findCopies(services.index, Buffer.from(query.hash, "base64url")));
    if (found instanceof Failure) return found;
    return { items: toCards(found) };
  },
);

export const readNearCopiesHandler = handle(
  readNearCopies,
  async ({ params: { mediaId }, actor }, { table, index }: Pick<ArtworkServices, "table" | "index">) => {
    const media = await findMedia(table, mediaId);
    // Other people's uploads are reported as not found, so that ids disclose nothing.
    if (!media || media.ownerId !== actor.userId) return fail("media_not_found");
    // The stream compares again when the work is published, and tries until it has an answer.
    const copied = await unlessAway(findNearCopies(index, media), () => []);
    return { items: toCards(copied) };
  },
);
