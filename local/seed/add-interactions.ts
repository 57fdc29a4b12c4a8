import type { DemoData, Session } from "#local/seed/client.ts";
import { COMMENTS } from "#local/seed/comments.ts";
import { FAVORITES } from "#local/seed/favorites.ts";
import { runConcurrently } from "#local/seed/run-concurrently.ts";

type CommentPage = { items: { commentContent: string }[] };

/** Adds the demo's favorites and comments; a comment that is already there isn't written again. */
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
      const existing = new Set(items.map(({ commentContent }) => commentContent));
      for (const [userUsername, text] of comments) {
        const session = sessions.get(userUsername);
        if (session && !existing.has(text)) await writeComment(session, artworkId, title, text);
      }
    },
    signal,
  );
}

const addFavorite = (session: Session, artworkId: string, title: string) =>
  session.call({
    step: `add “${title}” to the favorites`,
    method: "POST",
    path: `/api/artwork/${artworkId}/favorites`,
  });

const readComments = (session: Session, artworkId: string, title: string) =>
  session.call<CommentPage>({
    step: `read the comments on “${title}”`,
    method: "GET",
    path: `/api/artwork/${artworkId}/comments?limit=50`,
  });

const writeComment = (session: Session, artworkId: string, title: string, commentContent: string) =>
  session.call({
    step: `comment on “${title}”`,
    method: "POST",
    path: `/api/artwork/${artworkId}/comments`,
    body: { commentContent },
  });
