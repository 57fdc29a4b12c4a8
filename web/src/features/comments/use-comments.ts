import { readArtwork } from "#shared/contract/artwork.ts";
import { deleteComment, editComment, listComments, writeComment } from "#shared/contract/community.ts";
import type { Comment } from "#shared/model/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";

const isSame = (one: Comment, other: Comment) => one.commentId === other.commentId;

/** An artwork's comments and what can be done to them. Each verb rejects when the API refused, having said so. */
export function useComments(artworkId: ArtworkId) {
  const params = { artworkId };
  const pages = useReadPages(listComments, { params });
  const invalidate = useInvalidate();
  useFreshPages(pages, () => void invalidate(readArtwork, params));

  const change = (changeItems: (items: Comment[], isFirst: boolean) => Comment[]) =>
    changes.done(
      effectOn(listComments, params, (page, isFirst) => ({ ...page, items: changeItems(page.items, isFirst) })),
    );

  const count = (by: number) =>
    changes.done(
      effectOn(readArtwork, params, (detail) => ({
        ...detail,
        artwork: { ...detail.artwork, comments: Math.max(0, detail.artwork.comments + by) },
      })),
    );

  return {
    pages,
    async write(commentContent: string) {
      const body = { commentContent };
      const written = await withIdempotencyKey(`comment ${artworkId}`, body, (idempotencyKey) =>
        send(writeComment, { params, body }, { idempotencyKey, otherwise: "The comment wasn't posted" }),
      );
      change((items, isFirst) => (isFirst ? [written, ...items.filter((item) => !isSame(item, written))] : items));
      if (!pages.first) pages.reload();
      count(1);
    },
    async edit({ commentId }: Comment, commentContent: string) {
      const edited = await send(
        editComment,
        { params: { artworkId, commentId }, body: { commentContent } },
        { otherwise: "The comment wasn't changed" },
      );
      change((items) => items.map((item) => (isSame(item, edited) ? edited : item)));
    },
    async remove(comment: Comment) {
      const { commentId } = comment;
      await send(deleteComment, { params: { artworkId, commentId } }, { otherwise: "The comment wasn't deleted" });
      change((items) => items.filter((item) => !isSame(item, comment)));
      count(-1);
    },
  };
}
