import { takenAt } from "#local/seed/calendar.ts";
import type { DemoData, SeedSession } from "#local/seed/client.ts";
import { COLLECTIONS } from "#local/seed/collections.ts";
import { COMMENTS } from "#local/seed/comments.ts";
import { FAVORITES } from "#local/seed/favorites.ts";
import { FOLLOWS } from "#local/seed/follows.ts";
import { runConcurrently } from "#local/seed/run-concurrently.ts";

type Comment = { commentId: string; commentContent: string };
type Collection = { collectionId: string; collectionTitle: string };
type CommentPage = { items: (Comment & { replies?: { items: Comment[] } })[] };

/** Adds the demo's favorites, follows, collections, comments and replies; a comment that is already there isn't written again. */
export async function addInteractions({ sessions, artworkIds, signal }: DemoData): Promise<void> {
  const favored = Object.entries(FAVORITES).flatMap(([userUsername, titles]) =>
    titles.map((title, place) => ({ userUsername, title, at: takenAt(title, (place + 1) / (titles.length + 1)) })),
  );
  await runConcurrently(
    // Ids rise with time within a process.
    favored.sort((a, b) => a.at.getTime() - b.at.getTime()),
    async ({ userUsername, title, at }) => {
      const session = sessions.get(userUsername);
      const artworkId = artworkIds.get(title);
      if (session && artworkId) await addFavorite(session, artworkId, { title, at });
    },
    signal,
  );
  await runConcurrently(
    Object.entries(FOLLOWS),
    async ([userUsername, artists]) => {
      const session = sessions.get(userUsername);
      for (const artist of artists) if (session && sessions.has(artist)) await followArtist(session, artist);
    },
    signal,
  );
  await runConcurrently(
    Object.entries(COLLECTIONS),
    async ([userUsername, collections]) => {
      const session = sessions.get(userUsername);
      const known = session ? await listOwnCollections(session, userUsername) : [];
      for (const { artwork, ...form } of session ? collections : []) {
        const ids = artwork.flatMap((title) => artworkIds.get(title) ?? []);
        const collection = known.find(({ collectionTitle }) => collectionTitle === form.collectionTitle);
        if (session && ids.length > 0) await collect(session, form, ids, collection);
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

const addFavorite = (session: SeedSession, artworkId: string, { title, at }: { title: string; at: Date }) =>
  session.call({
    step: `add “${title}” to the favorites`,
    method: "POST",
    path: `/api/artwork/${artworkId}/favorites`,
    at,
  });

const followArtist = (session: SeedSession, artist: string) =>
  session.call({ step: `follow ${artist}`, method: "POST", path: `/api/users/${artist}/follow` });

async function listOwnCollections(session: SeedSession, userUsername: string): Promise<readonly Collection[]> {
  const { items } = await session.call<{ items: readonly Collection[] }>({
    step: `read the collections of ${userUsername}`,
    method: "GET",
    path: `/api/users/${userUsername}/collections`,
  });
  return items;
}

const makeCollection = (session: SeedSession, body: { readonly collectionTitle: string }) =>
  session.call<Collection>({
    step: `make the collection “${body.collectionTitle}”`,
    method: "POST",
    path: "/api/collections",
    body,
    idempotencyKey: body.collectionTitle,
  });

/** Makes a collection unless it is known, and puts artwork into it that isn't there yet. */
async function collect(
  session: SeedSession,
  body: { readonly collectionTitle: string },
  artworkIds: readonly string[],
  known: Collection | undefined,
) {
  const { collectionId } = known ?? (await makeCollection(session, body));
  for (const artworkId of artworkIds) {
    await session.call({
      step: `add to “${body.collectionTitle}”`,
      method: "POST",
      path: `/api/collections/${collectionId}/artwork/${artworkId}`,
      body: {},
    });
  }
}

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
