import { readCommentChanges } from "#shared/contract/community.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import type { CommunityServices } from "./services.ts";

export const readCommentChangesHandler = handle(
  readCommentChanges,
  async ({ params: { artworkId } }, { table }: CommunityServices) => {
    const artwork = await findShownArtwork(table, artworkId, undefined);
    if (!artwork) return fail("artwork_not_found");
    return { revision: artwork.commentRevision ?? 0 };
  },
);
