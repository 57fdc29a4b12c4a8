import { happenedAt } from "#demo/calendar.ts";
import type { DemoData, DemoSession } from "#demo/client.ts";
import { COLLECTIONS, COMMENTS, FAVORITES, FOLLOWS, SHOWCASES } from "#demo/events.ts";
import { runConcurrently } from "#demo/run-concurrently.ts";

type Comment = { commentId: string; commentContent: string };
type Collection = { collectionId: string; collectionTitle: string };
type CommentPage = { items: (Comment & { replies?: { items: Comment[] } })[] };

/** Adds favourites, follows, collections, comments and profile details; a second run adds nothing. */
export async function addInteractions(demo: DemoData): Promise<void> {
  await addFavorites(demo);
  const forEachUser = <T>(
    lists: Readonly<Record<string, T>>,
    add: (by: DemoSession, list: T, name: string) => unknown,
  ) =>
    runConcurrently(
      Object.entries(lists),
      async ([name, list]) => {
        const session = demo.sessions.get(name);
        if (session) await add(session, list, name);
      },
      demo.signal,
    );
  await forEachUser(SHOWCASES, (session, { links, banner, pinned }, name) =>
    session.call({
      step: `complete the page of ${name}`,
      method: "PATCH",
      path: `/api/users/${session.userId}`,
      body: {
        userLinks: links,
        userPinned: pinned.flatMap((title) => demo.artworkIds.get(title) ?? []),
        userBanner: demo.artworkIds.get(banner) ?? null,
      },
    }),
  );
  await forEachUser(FOLLOWS, async (session, artists) => {
    for (const artist of artists) {
      if (!demo.sessions.has(artist)) continue;
      await session.call({ step: `follow ${artist}`, method: "POST", path: `/api/users/${artist}/follow` });
    }
  });
  await forEachUser(COLLECTIONS, (session, collections, name) => addCollections(demo, session, collections, name));
  await runConcurrently(Object.keys(COMMENTS), (title) => addComments(demo, title), demo.signal);
}

async function addFavorites({ sessions, artworkIds, signal }: DemoData) {
  const favorites = Object.entries(FAVORITES).flatMap(([name, titles]) =>
    titles.map((title, place) => ({ name, title, at: happenedAt(title, (place + 1) / (titles.length + 1)) })),
  );
  await runConcurrently(
    // Oldest first: a function's ids never go back in time, even if `at` does.
    favorites.sort((a, b) => a.at.getTime() - b.at.getTime()),
    async ({ name, title, at }) => {
      const artworkId = artworkIds.get(title);
      if (!artworkId) return;
      const step = `add “${title}” to the favorites`;
      await sessions.get(name)?.call({ step, method: "POST", path: `/api/artwork/${artworkId}/favorites`, at });
    },
    signal,
  );
}

async function addCollections(
  { artworkIds }: DemoData,
  session: DemoSession,
  collections: (typeof COLLECTIONS)[string],
  name: string,
) {
  const path = `/api/users/${name}/collections`;
  const step = `read the collections of ${name}`;
  const { items } = await session.call<{ items: readonly Collection[] }>({ step, method: "GET", path });
  for (const { artwork, ...body } of collections) {
    const { collectionTitle: title } = body;
    const ids = artwork.flatMap((one) => artworkIds.get(one) ?? []);
    if (ids.length === 0) continue;
    const { collectionId } =
      items.find(({ collectionTitle }) => collectionTitle === title) ??
      (await session.call<Collection>({
        step: `create the collection “${title}”`,
        method: "POST",
        path: "/api/collections",
        body,
        idempotencyKey: title,
      }));
    for (const id of ids) {
      const path = `/api/collections/${collectionId}/artwork/${id}`;
      await session.call({ step: `add to “${title}”`, method: "POST", path, body: {} });
    }
  }
}

async function addComments({ sessions, artworkIds }: DemoData, title: string) {
  const comments = COMMENTS[title] ?? [];
  const [[reader] = [], artworkId] = [[...sessions.values()], artworkIds.get(title)];
  if (!reader || !artworkId) return;
  const path = `/api/artwork/${artworkId}/comments`;
  const step = `read the comments on “${title}”`;
  const { items } = await reader.call<CommentPage>({ step, method: "GET", path: `${path}?limit=50` });
  const written = items.flatMap((item) => [item, ...(item.replies?.items ?? [])]);
  const ids = new Map(written.map(({ commentContent, commentId }) => [commentContent, commentId]));
  for (const [author, commentContent, parent] of comments) {
    const session = sessions.get(author);
    const commentParent = parent === undefined ? undefined : ids.get(comments[parent]?.[1] ?? "");
    if (!session || ids.has(commentContent) || (parent !== undefined && !commentParent)) continue;
    const body = { commentContent, ...(commentParent ? { commentParent } : {}) };
    const created = await session.call<Comment>({ step: `comment on “${title}”`, method: "POST", path, body });
    ids.set(commentContent, created.commentId);
  }
}
