import { listReplies } from "#shared/contract/community.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { findPeople } from "../users/find-people.ts";
import { authorIdsOf, authorOf, commentIdOf, findTopComment, queryReplies, replyOf } from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

export const listRepliesHandler = handle(
  listReplies,
  async ({ params, query, actor }, { table }: CommunityServices) => {
    const [artwork, comment, replies] = await Promise.all([
      findShownArtwork(table, params.artworkId, actor?.userId),
      findTopComment(table, params),
      queryReplies(table, params, query),
    ]);
    if (!artwork) return fail("artwork_not_found");
    if (!comment) return fail("comment_not_found");
    const personOf = await findPeople(table, authorIdsOf(replies));
    return pageOf(replies, query.limit, commentIdOf, (reply) => replyOf(reply, authorOf(reply, personOf)));
  },
);
