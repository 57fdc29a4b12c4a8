import { useEffect, useRef } from "react";
import {
  deleteCollectionComment,
  editCollectionComment,
  listCollectionComments,
  readCollection,
  writeCollectionComment,
} from "#shared/contract/collections.ts";
import type { CollectionComment } from "#shared/model/collection.ts";
import type { CollectionId, CommentId } from "#shared/model/ids.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { pauseAfter } from "#web/features/comments/live-comments.tsx";

/** Runs while the page is visible, more rarely the longer `newest` stays the same, and when the user comes back to it. */
function usePolling(poll: () => void, newest: string | undefined) {
  const latest = useRef(poll);
  latest.current = poll;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new comment shortens the pause again
  useEffect(() => {
    let quietSince = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(run, pauseAfter(Date.now() - quietSince));
    };
    function run() {
      if (document.visibilityState === "hidden") return;
      latest.current();
      wait();
    }
    function runOnReturn() {
      clearTimeout(timer);
      quietSince = Date.now();
      run();
    }
    wait();
    document.addEventListener("visibilitychange", runOnReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", runOnReturn);
    };
  }, [newest]);
}

const without = (items: readonly CollectionComment[], commentId: CommentId) =>
  items.filter((item) => item.commentId !== commentId);

/** A collection's comments, kept up to date, and their mutations, which reject after showing a toast. */
export function useCollectionComments(collectionId: CollectionId) {
  const params = { collectionId };
  const pages = useReadPages(listCollectionComments, { params });
  const invalidate = useInvalidate();
  useFreshPages(pages);
  usePolling(pages.reload, pages.items[0]?.commentId);

  // A reader who lost access loses the page, too.
  const hasLostAccess = pages.error?.status === 404;
  useEffect(() => {
    if (hasLostAccess) void invalidate(readCollection, { collectionId });
  }, [hasLostAccess, invalidate, collectionId]);

  const change = (changeItems: (items: CollectionComment[], isFirst: boolean) => CollectionComment[]) =>
    changes.done(
      effectOn(listCollectionComments, params, (page, isFirst) => ({
        ...page,
        items: changeItems(page.items, isFirst),
      })),
    );

  return {
    pages,
    async write(commentContent: string) {
      const body = { commentContent };
      const written = await withIdempotencyKey(`comment ${collectionId}`, body, (idempotencyKey) =>
        send(writeCollectionComment, { params, body }, { idempotencyKey }),
      );
      change((items, isFirst) => (isFirst ? [written, ...without(items, written.commentId)] : items));
      if (!pages.first) pages.reload();
    },
    async edit(commentId: CommentId, commentContent: string) {
      const edited = await send(editCollectionComment, { params: { ...params, commentId }, body: { commentContent } });
      change((items) => items.map((item) => (item.commentId === commentId ? edited : item)));
    },
    async remove(commentId: CommentId) {
      const errorMessage = "The comment couldn't be deleted";
      await send(deleteCollectionComment, { params: { ...params, commentId } }, { errorMessage });
      change((items) => without(items, commentId));
    },
  };
}
