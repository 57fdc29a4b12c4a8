import { listComments } from "#shared/contract/community.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { findPeople } from "../users/find-people.ts";
import { commentOf, queryComments } from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

export const listCommentsHandler = handle(
  listComments,
  async ({ params: { artworkId }, query, actor }, { table }: CommunityServices) => {
    const [artwork, comments] = await Promise.all([
      findShownArtwork(table, artworkId, actor?.userId),
      queryComments(table, artworkId, query),
    ]);
    if (!artwork) return fail("artwork_not_found");
    const personOf = await findPeople(
      table,
      comments.map(({ authorId }) => authorId),
    );
    return pageOf(
      comments,
      query.limit,
      ({ commentId }) => commentId,
      (comment) => commentOf(comment, personOf(comment.authorId)),
    );
  },
);
