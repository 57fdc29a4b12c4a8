import { readArtwork } from "#shared/contract/artwork.ts";
import { deleteComment, editComment, listComments, listReplies, writeComment } from "#shared/contract/community.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Comment, Reply } from "#shared/model/community.ts";
import type { ArtworkId, UserId } from "#shared/model/ids.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";

const isSame = (one: Reply, other: Reply) => one.commentId === other.commentId;
const removeReply = <T extends Reply>(items: readonly T[], gone: Reply) => items.filter((item) => !isSame(item, gone));

type Thread = NonNullable<Comment["replies"]>;

const NO_REPLIES: Thread = { items: [], cursor: null, hasMore: false, count: 0 };

/** A comment with changed replies; without replies it has no thread. */
function withReplies(
  { replies: before = NO_REPLIES, ...comment }: Comment,
  change: (thread: Thread) => Thread,
): Comment {
  const replies = change(before);
  return replies.count > 0 ? { ...comment, replies } : comment;
}

/** Placeholder of a deleted comment that has replies. */
const toPlaceholder = (comment: Comment): Comment => ({
  ...comment,
  commentContent: MESSAGES.deletedUser,
  author: { id: "00000000-0000-0000-0000-000000000000" as UserId, name: null, fullName: "", avatar: null },
  edited: false,
  deleted: true,
});

/** Removes a comment or reply from the list; a deleted comment disappears with its last reply. */
function afterDeletion(items: readonly Comment[], gone: Reply): Comment[] {
  if (gone.parent === null) {
    return items.flatMap((item) => (!isSame(item, gone) ? [item] : item.replies ? [toPlaceholder(item)] : []));
  }
  return items
    .map((item) =>
      item.commentId === gone.parent
        ? withReplies(item, (thread) => ({
            ...thread,
            items: removeReply(thread.items, gone),
            count: thread.count - 1,
          }))
        : item,
    )
    .filter(({ deleted, replies }) => !deleted || replies);
}

const afterEdit = (items: readonly Comment[], edited: Reply): Comment[] =>
  items.map((item) => {
    if (isSame(item, edited)) return { ...item, ...edited };
    if (item.commentId !== edited.parent) return item;
    const edit = (replies: readonly Reply[]) => replies.map((reply) => (isSame(reply, edited) ? edited : reply));
    return withReplies(item, (thread) => ({ ...thread, items: edit(thread.items) }));
  });

const afterReply = (items: readonly Comment[], written: Reply): Comment[] =>
  items.map((item) =>
    item.commentId === written.parent
      ? withReplies(item, (thread) => ({
          ...thread,
          items: [...removeReply(thread.items, written), written],
          count: thread.count + 1,
        }))
      : item,
  );

/**
 * An artwork's comments and their mutations, which reject after showing a toast. `onOpen` runs before the comments of the
 * rendered page are reloaded, by when the user may be reading them.
 */
export function useComments(artworkId: ArtworkId, onOpen: (items: readonly Comment[]) => void) {
  const params = { artworkId };
  const pages = useReadPages(listComments, { params });
  const { items } = pages;
  const invalidate = useInvalidate();
  const readCount = () => void invalidate(readArtwork, params);
  useFreshPages(pages, { onOpen: () => onOpen(items), onReturn: readCount });

  const change = (changeItems: (items: Comment[], isFirst: boolean) => Comment[]) =>
    changes.done(
      effectOn(listComments, params, (page, isFirst) => ({ ...page, items: changeItems(page.items, isFirst) })),
    );

  /** Updates the further replies of a thread in the cache. */
  const changeThread = ({ parent }: Reply, changeItems: (items: Reply[]) => Reply[]) => {
    if (parent === null) return;
    const thread = { artworkId, commentId: parent };
    changes.done(effectOn(listReplies, thread, (page) => ({ ...page, items: changeItems(page.items) })));
  };

  const count = (by: number) =>
    changes.done(
      effectOn(readArtwork, params, (detail) => ({
        ...detail,
        artwork: { ...detail.artwork, comments: Math.max(0, detail.artwork.comments + by) },
      })),
    );

  return {
    pages,
    items,
    /** Reloads everything that others may have changed. */
    refresh() {
      pages.reload();
      readCount();
    },
    async write(commentContent: string, parent?: Comment) {
      const body = { commentContent, ...(parent ? { commentParent: parent.commentId } : {}) };
      const subject = `comment ${parent?.commentId ?? artworkId}`;
      const written = await withIdempotencyKey(subject, body, (idempotencyKey) =>
        send(writeComment, { params, body }, { idempotencyKey }),
      );
      if (parent) change((items) => afterReply(items, written));
      else change((items, isFirst) => (isFirst ? [written, ...removeReply(items, written)] : items));
      if (!pages.first) pages.reload();
      count(1);
    },
    async edit({ commentId }: Reply, commentContent: string) {
      const edited = await send(editComment, { params: { artworkId, commentId }, body: { commentContent } });
      change((items) => afterEdit(items, edited));
      changeThread(edited, (items) => items.map((item) => (isSame(item, edited) ? edited : item)));
    },
    async remove(comment: Reply) {
      const { commentId } = comment;
      await send(
        deleteComment,
        { params: { artworkId, commentId } },
        { errorMessage: "The comment couldn't be deleted" },
      );
      change((items) => afterDeletion(items, comment));
      changeThread(comment, (items) => removeReply(items, comment));
      count(-1);
    },
  };
}
