import type { DemoData, SeedSession } from "#local/seed/client.ts";
import { COMMENTS } from "#local/seed/comments.ts";
import { FAVORITES } from "#local/seed/favorites.ts";
import { runConcurrently } from "#local/seed/run-concurrently.ts";

type Comment = { commentId: string; commentContent: string };
type CommentPage = { items: (Comment & { replies?: { items: Comment[] } })[] };

/** Adds the demo's favorites, comments and replies; a comment that is already there isn't written again. */
export async function addInteractions({ sessions, artworkIds, signal }: DemoData): Promise<void> {
  await runConcurrently(
    Object.entries(FAVORITES),
    async ([userUsername, titles]) => {
      const session = sessions.get(userUsername);
      for (const title of titles) {
        const artworkId = artworkIds.get(title);
        if (session && artworkId) await addFavorite(session, artworkId, title);
      }
    },
    signal,
  );
  await runConcurrently(
    Object.entries(COMMENTS),
    async ([title, comments]) => {
      const artworkId = artworkIds.get(title);
      const [reader] = sessions.values();
      if (!reader || !artworkId) return;
      const { items } = await readComments(reader, artworkId, title);
      const ids = new Map(
        items
          .flatMap((item) => [item, ...(item.replies?.items ?? [])])
          .map(({ commentId, commentContent }) => [commentContent, commentId]),
      );
      for (const [userUsername, commentContent, to] of comments) {
        const session = sessions.get(userUsername);
        const commentParent = to === undefined ? undefined : ids.get(comments[to]?.[1] ?? "");
        if (!session || ids.has(commentContent) || (to !== undefined && !commentParent)) continue;
        const form = { commentContent, ...(commentParent ? { commentParent } : {}) };
        ids.set(commentContent, (await writeComment(session, artworkId, title, form)).commentId);
      }
    },
    signal,
  );
}

const addFavorite = (session: SeedSession, artworkId: string, title: string) =>
  session.call({
    step: `add “${title}” to the favorites`,
    method: "POST",
    path: `/api/artwork/${artworkId}/favorites`,
  });

const readComments = (session: SeedSession, artworkId: string, title: string) =>
  session.call<CommentPage>({
    step: `read the comments on “${title}”`,
    method: "GET",
    path: `/api/artwork/${artworkId}/comments?limit=50`,
  });

const writeComment = (session: SeedSession, artworkId: string, title: string, body: object) =>
  session.call<Comment>({
    step: `comment on “${title}”`,
    method: "POST",
    path: `/api/artwork/${artworkId}/comments`,
    body,
  });
